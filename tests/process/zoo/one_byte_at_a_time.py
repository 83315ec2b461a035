#!/usr/bin/env python3
# Honest, but writes its answers byte by byte, 1 ms apart.
# fault: none
import os
import sys
import time

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        answer = " ".join([word[1], *word[word.index(":") + 1 :][: int(word[3])]]) + "\n"
        for byte in answer.encode():
            os.write(1, bytes([byte]))
            time.sleep(0.001)
    elif word[:1] == ["quit"]:
        break
