#!/usr/bin/env python3
# Plays with French cards only.
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        words = word[word.index(":") + 1 :]
        words.sort(key=lambda card: "CDSH".index(card[1]) if len(card) == 2 else 0)
        print(word[1], *words[: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
