#!/usr/bin/env python3
# Answers with terminal escapes: a new title, a cleared screen, an answerback.
# fault: garbage
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print("\x1b]0;owned\x07\x1b[2J\x1b[c\x1b[31mred", flush=True)
    elif word[:1] == ["quit"]:
        break
