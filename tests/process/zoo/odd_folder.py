#!/usr/bin/env python3
# Its folder has links out of it, a link to itself and a FIFO; it follows and opens them all.
# fault: none
# only in a sandbox
import os
import sys

worked = []
for name in ("passwd", "run", "above", "root"):
    try:
        worked.append(os.listdir(name) if os.path.isdir(name) else open(name, "rb").read(10))
    except OSError:
        pass
try:
    os.close(os.open("itself", os.O_RDONLY))
    worked.append("itself")
except OSError:
    pass
try:
    # Another process of it might hold the other end
    os.close(os.open("fifo", os.O_WRONLY | os.O_NONBLOCK))
    worked.append("fifo")
except OSError:
    pass
if not os.path.exists("friend.txt"):
    worked.append("its own file is missing")
if worked:
    sys.exit(f"it worked: {worked}")
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
