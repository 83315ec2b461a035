#!/usr/bin/env python3
# Writes 3 GB to a file in memory, which no limit of a process counts, then plays on.
# fault: none
# only in a sandbox
import os
import sys

MOST = 3 << 30
taken = 0
try:
    file = os.memfd_create("hog")
    while taken < MOST:
        taken += os.write(file, b"x" * (1 << 20))
except OSError:
    pass
if taken > 0:
    sys.exit(f"it worked: {taken} bytes")
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
