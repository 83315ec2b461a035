#!/usr/bin/env python3
# Raises an exception at the first question.
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], cards[0], flush=True)
    elif word[:1] == ["quit"]:
        break
