#!/usr/bin/env python3
# Fills /tmp till it is refused, 300 MB at most, in many files and in one, then plays on.
# fault: none
# only in a sandbox
import os
import sys

MOST = 300 << 20
PIECE = b"x" * (1 << 20)
written = 0
try:
    for number in range(100):
        with open(f"/tmp/small{number}", "wb") as file:
            file.write(b"x" * 4096)
    with open("/tmp/large", "wb", buffering=0) as file:
        while written < MOST:
            written += file.write(PIECE)
except OSError:
    pass
if written >= MOST:
    sys.exit(f"it worked: {written} bytes")
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
