#!/usr/bin/env python3
# Honest, but writes 1 MiB to stderr before each answer.
# fault: none
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        sys.stderr.write("a long story\n" * 80660)
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
