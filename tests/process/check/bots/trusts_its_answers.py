#!/usr/bin/env python3
# Believes that what it answered was played.
import sys

played = set()
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["deal"]:
        played = set()
    elif word[:1] == ["ask"]:
        offered = word[word.index(":") + 1 :]
        if word[2] == "pass":
            print(word[1], *offered[: int(word[3])], flush=True)
            continue
        card = [one for one in offered if one not in played][-1]
        played.add(card)
        print(word[1], card, flush=True)
    elif word[:1] == ["quit"]:
        break
