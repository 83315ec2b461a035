#!/usr/bin/env python3
# Answers with the words alone.
import sys

for line in sys.stdin:
    word = line.split() or [""]
    if word[0] == "hello":
        print("ready", flush=True)
    elif word[0] == "ask":
        offered = word[word.index(":") + 1 :]
        print(*offered[: int(word[3])], flush=True)
    elif word[0] == "quit":
        break
