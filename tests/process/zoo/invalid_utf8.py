#!/usr/bin/env python3
# Answers with a line of bytes that are no UTF-8.
# fault: garbage
import os
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        os.write(1, b"\xff\xfe\xc3\x28 \xf0\x82\x82\xac\n")
    elif word[:1] == ["quit"]:
        break
