#!/usr/bin/env python3
# Prints without end and without a newline when first asked.
# fault: flood
import os
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        while True:
            os.write(1, b"x" * 65536)
    elif word[:1] == ["quit"]:
        break
