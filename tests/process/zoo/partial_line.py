#!/usr/bin/env python3
# Writes half an answer, without the newline, and falls silent.
# fault: timeout
import sys
import time

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], end=" ", flush=True)
        time.sleep(1000)
    elif word[:1] == ["quit"]:
        break
