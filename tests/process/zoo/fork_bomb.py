#!/usr/bin/env python3
# Forks till it is refused, 2000 times at most, then plays on; exits if a single one is made.
# fault: none
# only in a sandbox
import os
import sys

made = 0
while made < 2000:
    try:
        child = os.fork()
    except OSError:
        break
    if child == 0:
        os._exit(0)
    made += 1
if made > 0:
    sys.exit(f"it worked: {made} processes")
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
