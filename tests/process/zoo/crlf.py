#!/usr/bin/env python3
# Honest, but ends its lines in CR LF.
# fault: none
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", end="\r\n", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], end="\r\n", flush=True)
    elif word[:1] == ["quit"]:
        break
