#!/usr/bin/env python3
# Uses every descriptor that it did not open, and its own three the wrong way round.
# fault: none
# only in a sandbox
import os
import stat
import sys

worked = []
for number in range(3, 4096):
    try:
        os.fstat(number)
        worked.append(number)
    except OSError:
        pass
for number in range(3):
    # A socket, a file or a terminal would lead further than to the arena's own end
    if not stat.S_ISFIFO(os.fstat(number).st_mode):
        worked.append((number, "no pipe"))
for number, way in ((0, os.O_WRONLY), (1, os.O_RDONLY)):
    try:
        os.write(number, b"1 2C\n") if way == os.O_WRONLY else os.read(number, 1)
        worked.append((number, way))
    except OSError:
        pass
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
