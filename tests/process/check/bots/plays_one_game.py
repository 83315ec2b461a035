#!/usr/bin/env python3
# Ends with an error at the first question of its second game.
import sys

games = 0
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["game"]:
        games += 1
    elif word[:1] == ["ask"]:
        if games > 1:
            raise RuntimeError("the table of cards is full")
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
