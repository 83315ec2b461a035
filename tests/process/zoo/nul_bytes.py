#!/usr/bin/env python3
# Answers with a line of NUL bytes before the words.
# fault: garbage
import os
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        os.write(1, b"\0\0\0 " + " ".join([word[1], word[-1]]).encode() + b"\n")
    elif word[:1] == ["quit"]:
        break
