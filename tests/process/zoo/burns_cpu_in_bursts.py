#!/usr/bin/env python3
# Honest, but a thread of it works 5 ms and sleeps 1 ms, so as not to be seen at work; for 20 s at most.
# fault: cpu
import sys
import threading
import time

begin = time.monotonic()


def burn():
    while time.monotonic() < begin + 20:
        burst = time.monotonic() + 0.005
        while time.monotonic() < burst:
            pass
        time.sleep(0.001)


threading.Thread(target=burn, daemon=True).start()
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
