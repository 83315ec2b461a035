#!/usr/bin/env python3
# Is killed by a signal at the first question.
import os
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        os.abort()
    elif word[:1] == ["quit"]:
        break
