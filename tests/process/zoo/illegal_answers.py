#!/usr/bin/env python3
# Answers with the right number and cards it was not offered.
# fault: illegal
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        offered = word[word.index(":") + 1 :]
        others = [rank + suit for suit in "CDSH" for rank in "23456789TJQKA" if rank + suit not in offered]
        print(word[1], *others[: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
