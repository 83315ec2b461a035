#!/usr/bin/env python3
# Waits in a loop that never rests.
import os
import sys

os.set_blocking(0, False)
unread = b""
while True:
    try:
        some = os.read(0, 65536)
    except BlockingIOError:
        continue
    unread += some
    *lines, unread = unread.split(b"\n")
    for line in lines:
        word = line.decode().split()
        if word[:1] == ["hello"]:
            print("ready", flush=True)
        elif word[:1] == ["ask"]:
            print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
        elif word[:1] == ["quit"]:
            sys.exit()
    if not some:
        break
