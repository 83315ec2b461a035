#!/usr/bin/env python3
# Stops itself (SIGSTOP) instead of giving a fifth answer.
# fault: stopped
import os
import signal
import sys

answers = 0
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        answers += 1
        if answers == 5:
            os.kill(os.getpid(), signal.SIGSTOP)
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
