#!/usr/bin/env python3
# Adds an answer to the next question, which it has not seen, to every answer.
# fault: garbage
import sys

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        answer = " ".join(word[word.index(":") + 1 :][: int(word[3])])
        print(f"{word[1]} {answer}\n{int(word[1]) + 1} 2C", flush=True)
    elif word[:1] == ["quit"]:
        break
