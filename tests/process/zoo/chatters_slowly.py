#!/usr/bin/env python3
# Prints an info line every 50 ms and never an answer.
# fault: timeout
import sys
import time

for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        while True:
            print("info thinking=hard", flush=True)
            time.sleep(0.05)
    elif word[:1] == ["quit"]:
        break
