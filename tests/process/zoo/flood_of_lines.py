#!/usr/bin/env python3
# Prints comment lines without end, as fast as they go, when first asked.
# fault: flood
import os
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        while True:
            os.write(1, b"# and another thing\n" * 3000)
    elif word[:1] == ["quit"]:
        break
