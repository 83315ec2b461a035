#!/usr/bin/env python3
# Seeds its random numbers when it starts, not when a game does.
import random
import sys

chance = random.Random(1)
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *chance.sample(word[word.index(":") + 1 :], int(word[3])), flush=True)
    elif word[:1] == ["quit"]:
        break
