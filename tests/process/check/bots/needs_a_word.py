#!/usr/bin/env python3
# Takes the first word of a line without one.
import sys

for line in sys.stdin:
    word = line.split()
    if word[0] == "hello":
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
