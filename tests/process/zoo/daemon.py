#!/usr/bin/env python3
# Honest, but leaves a daemon in a session of its own that sleeps 1000 s.
# fault: none
import os
import sys
import time

try:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
    os.wait()
except OSError:
    pass  # the sandbox forbids new processes: then there is no daemon
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
