#!/usr/bin/env python3
# Takes the list of an ask from a fixed place.
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[7:][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
