#!/usr/bin/env python3
# Takes 3 GB of shared memory, which no limit of a process counts, and writes to them, then plays on.
# fault: none
# only in a sandbox
import mmap
import os
import sys

MOST = 3 << 30
taken = 0
# Of nothing, and of a device that has nothing else
for path in (None, "/dev/zero"):
    try:
        with mmap.mmap(os.open(path, os.O_RDWR) if path else -1, MOST, mmap.MAP_SHARED) as memory:
            for place in range(0, MOST, mmap.PAGESIZE):
                memory[place] = 1
                taken += mmap.PAGESIZE
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
