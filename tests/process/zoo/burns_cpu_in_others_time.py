#!/usr/bin/env python3
# Honest, but a thread of it never rests, whoever's turn it is; for 20 s at most.
# fault: cpu
import sys
import threading
import time

begin = time.monotonic()


def burn():
    while time.monotonic() < begin + 20:
        pass


threading.Thread(target=burn, daemon=True).start()
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
