#!/usr/bin/env python3
# Stumbles over a line that it does not know.
import sys

KNOWN = """game names rule suit points time hand subhand deal got trick play broken took kitty leftover moon chose
score bad auto late forfeit end""".split()

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
    elif word and word[0] not in KNOWN:
        raise ValueError("what is this: " + line)
