#!/usr/bin/env python3
# Honest, but sends terminal escapes in its notes and on stderr.
# fault: none
import sys

ESCAPES = "\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b5m\x1bP1$r\x1b\\\b\b\r"

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(ESCAPES, file=sys.stderr, flush=True)
        print(f"info {ESCAPES}=1\n# {ESCAPES}", flush=True)
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
