#!/usr/bin/env python3
# Takes 3 GB in one piece before a fifth answer, and writes to them.
# fault: memory at full, exited at user, exited at confined
# only in a sandbox
import mmap
import sys

SIZE = 3 << 30
answers = 0
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        answers += 1
        if answers == 5:
            taken = mmap.mmap(-1, SIZE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            for place in range(0, SIZE, mmap.PAGESIZE):
                taken[place] = 1
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
