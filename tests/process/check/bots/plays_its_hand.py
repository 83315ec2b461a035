#!/usr/bin/env python3
# Plays whatever it holds.
import sys

hand = []
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["deal"]:
        hand = word[1:]
    elif word[:1] == ["ask"]:
        count = int(word[3])
        print(word[1], *hand[:count], flush=True)
        hand = hand[count:]
    elif word[:1] == ["quit"]:
        break
