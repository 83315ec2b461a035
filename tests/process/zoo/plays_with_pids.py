#!/usr/bin/env python3
# May start processes: 50 that end immediately, one after the other, then as many that stay as it can; exits if 30 do.
# fault: none at full, none at user, none at confined by root, start_failed at confined
# only in a sandbox
import os
import sys
import time

for made in range(50):
    try:
        child = os.fork()
    except OSError:
        sys.exit("it may start none")
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
staying = 0
while staying < 30:
    try:
        child = os.fork()
    except OSError:
        break
    if child == 0:
        os.close(0)
        os.close(1)
        time.sleep(1000)
        os._exit(0)
    staying += 1
if staying >= 30:
    sys.exit(f"it worked: {staying} processes")
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
