#!/usr/bin/env python3
# Says hello before ready.
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("my bot, version 7", flush=True)
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
