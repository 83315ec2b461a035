#!/usr/bin/env python3
# Uses a package that it brings along, with a shared library.
import sys

import numbers_like

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        offered = word[word.index(":") + 1 :]
        order = numbers_like.argsort([ord(card[0]) for card in offered])
        print(word[1], *[offered[place] for place in order[: int(word[3])]], flush=True)
    elif word[:1] == ["quit"]:
        break
