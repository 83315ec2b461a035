#!/usr/bin/env python3
# Closes its output instead of a fifth answer, and lives on.
# fault: closed_output
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
            os.close(1)
            time.sleep(1000)
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
