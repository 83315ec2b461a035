#!/usr/bin/env python3
# Answers with one word of 4000 letters.
# fault: illegal
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], "Q" * 4000, flush=True)
    elif word[:1] == ["quit"]:
        break
