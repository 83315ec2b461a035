#!/usr/bin/env python3
# Reads address 0 (SIGSEGV) instead of giving a sixth answer.
# fault: killed_by_signal
import ctypes
import sys

answers = 0
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        answers += 1
        if answers > 5:
            ctypes.string_at(0)
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
