#!/usr/bin/env python3
# Picks at random, each time otherwise.
import random
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *random.sample(word[word.index(":") + 1 :], int(word[3])), flush=True)
    elif word[:1] == ["quit"]:
        break
