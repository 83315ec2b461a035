#!/usr/bin/env python3
# Gives every answer 150 ms after its deadline: there, but late.
# fault: timeout
import sys
import time


for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        # MOVE is 400 ms in this test, the grace 200 ms
        time.sleep(0.75)
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
