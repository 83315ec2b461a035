#!/usr/bin/env python3
# Prints a line of debug text to stdout once in 500 decisions.
import sys

decisions = 0
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        decisions += 1
        if decisions % 500 == 0:
            print("DEBUG: the hash table is full", flush=True)
        print(word[1], *word[-int(word[3]) :], flush=True)
    elif word[:1] == ["quit"]:
        break
