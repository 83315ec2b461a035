#!/usr/bin/env python3
# Takes 32 MB more, and writes to them, at every question; 768 MB at most.
# fault: memory at full, exited at user, exited at confined
# only in a sandbox
import sys

STEP = 32 << 20
kept = []
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        if len(kept) < 24:
            kept.append(bytearray(b"x") * STEP)
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
