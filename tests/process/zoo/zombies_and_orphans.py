#!/usr/bin/env python3
# May start processes: leaves some dead ones unburied, and some whose parents are gone.
# fault: none
# only in a sandbox
import os
import sys
import time

for number in range(3):
    if os.fork() == 0:
        os._exit(number)
for number in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
