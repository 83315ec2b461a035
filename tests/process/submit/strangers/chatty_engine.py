#!/usr/bin/env python3
# An engine that speaks to whoever watches it: a banner before `ready`, and what it thinks.
import sys

print("Master of Hearts 3.2, for free use", flush=True)
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print("thinking...", flush=True)
        offered = word[word.index(":") + 1 :]
        print(f"depth 1: {offered[-1]}", flush=True)
        print(word[1], *offered[-int(word[3]) :], flush=True)
    elif word[:1] == ["quit"]:
        print("bye", flush=True)
        break
