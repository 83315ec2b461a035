#!/usr/bin/env python3
# Takes the last words offered.
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[-int(word[3]) :], flush=True)
    elif word[:1] == ["quit"]:
        break
