#!/usr/bin/env python3
# Becomes su, a setuid program, instead of giving a fifth answer, and tells it to run a command as root.
# fault: exited
# only in a sandbox
import os
import sys

answers = 0
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        answers += 1
        if answers == 5:
            # As root it would ask for no password, and answer all questions with nonsense
            os.execv("/bin/su", ["su", "root", "-s", "/bin/sh", "-c", "while read line; do echo root; done"])
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
