#!/usr/bin/env python3
# Reads and says nothing after ready.
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        pass
    elif word[:1] == ["quit"]:
        break
