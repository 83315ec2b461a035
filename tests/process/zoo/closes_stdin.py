#!/usr/bin/env python3
# Closes its input just before the fifth answer, gives that answer, and lives on.
# fault: closed_input
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
            os.close(0)
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
        if answers == 5:
            time.sleep(1000)
    elif word[:1] == ["quit"]:
        break
