#!/usr/bin/env python3
# Exits with code 3 instead of a sixth answer.
# fault: exited
import sys

answers = 0
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        answers += 1
        if answers > 5:
            sys.exit(3)
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
