#!/usr/bin/env python3
# Takes what one read gives for whole lines.
import os

while True:
    text = os.read(0, 65536).decode()
    if not text:
        break
    for line in text.split("\n"):
        word = line.split()
        if word[:1] == ["hello"]:
            os.write(1, b"ready\n")
        elif word[:1] == ["ask"] and ":" in word:
            words = word[word.index(":") + 1 :]
            os.write(1, " ".join([word[1]] + words[: int(word[3])]).encode() + b"\n")
        elif word[:1] == ["quit"]:
            raise SystemExit
