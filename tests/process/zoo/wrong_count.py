#!/usr/bin/env python3
# Answers with one word more than was asked for, the first of them twice.
# fault: illegal
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        offered = word[word.index(":") + 1 :]
        print(word[1], offered[0], *offered[: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
