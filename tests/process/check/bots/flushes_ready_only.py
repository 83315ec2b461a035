#!/usr/bin/env python3
# Leaves its answers in the buffer.
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])])
    elif word[:1] == ["quit"]:
        break
