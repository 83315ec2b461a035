#!/usr/bin/env python3
# Takes every word that it may choose for a card.
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        words = word[word.index(":") + 1 :]
        words.sort(key=lambda card: "X23456789TJQKA".index(card[:1]))
        print(word[1], *words[: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
