#!/usr/bin/env python3
# Answers every question with a line that is not an answer.
# fault: garbage
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print("I think the queen is with the gentleman on my left", flush=True)
    elif word[:1] == ["quit"]:
        break
