#!/usr/bin/env python3
# Starts a process that outlives it.
import os
import sys
import time

if os.fork() == 0:
    for descriptor in range(3):
        os.close(descriptor)
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
