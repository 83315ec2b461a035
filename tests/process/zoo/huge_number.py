#!/usr/bin/env python3
# Answers with a question number that fits no integer.
# fault: garbage
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1] + "0" * 60, word[-1], flush=True)
    elif word[:1] == ["quit"]:
        break
