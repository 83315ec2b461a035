#!/usr/bin/env python3
# Waits for more when its input has ended.
import sys
import time

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        sys.exit()
time.sleep(1000)
