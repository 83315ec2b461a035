#!/usr/bin/env python3
# Gives every answer twice, in one write.
# fault: garbage
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        answer = " ".join([word[1], *word[word.index(":") + 1 :][: int(word[3])]])
        print(answer, answer, sep="\n", flush=True)
    elif word[:1] == ["quit"]:
        break
