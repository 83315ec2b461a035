#!/usr/bin/env python3
# Prints info lines without end and never an answer.
# fault: flood
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        while True:
            print("info thinking=hard", flush=True)
    elif word[:1] == ["quit"]:
        break
