#!/usr/bin/env python3
# Looks for a terminal and types a command into it.
# fault: none
# only in a sandbox
import fcntl
import os
import sys
import termios

TIOCLINUX = 0x541C
worked = []
opened = [0, 1, 2]
for path in ("/dev/tty", "/dev/console", "/dev/tty0", "/dev/ptmx", "/dev/pts/0", "/dev/pts/1"):
    try:
        opened.append(os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK))
        worked.append(path)
    except OSError:
        pass
for number in opened:
    for request in (termios.TIOCSTI, termios.TIOCSCTTY, termios.TIOCCONS, TIOCLINUX):
        try:
            fcntl.ioctl(number, request, b"\n")
            worked.append((number, request))
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
