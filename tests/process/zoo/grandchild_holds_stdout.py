#!/usr/bin/env python3
# Leaves a child that holds the output open for 1000 s, and exits instead of a fifth answer.
# fault: exited
import os
import sys
import time

answers = 0
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        answers += 1
        if answers == 5:
            try:
                if os.fork() == 0:
                    time.sleep(1000)
            finally:  # also where the sandbox forbids new processes
                os._exit(0)
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
