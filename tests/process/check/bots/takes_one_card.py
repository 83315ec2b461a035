#!/usr/bin/env python3
# Passes one card, however many are asked for.
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][:1], flush=True)
    elif word[:1] == ["quit"]:
        break
