#!/usr/bin/env python3
# Says in its greeting that its name is a terminal escape.
# fault: garbage
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready name=\x1b]0;owned\x07\x1b[31mDuck", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
