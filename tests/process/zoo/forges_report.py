#!/usr/bin/env python3
# Looks for the socket on which the launcher reports, and says on it that all went well.
# fault: none
# only in a sandbox
import ctypes
import os
import sys

PIDFD_OPEN, PIDFD_GETFD = 434, 438
REPORT = b"exited 0 0 0 0\n"
libc = ctypes.CDLL(None, use_errno=True)
worked = []
for number in range(3, 1024):
    try:
        worked.append((number, os.write(number, REPORT)))
    except OSError:
        pass
for pid in {1, os.getppid()}:
    pidfd = libc.syscall(PIDFD_OPEN, pid, 0)
    for number in range(64):
        if pidfd >= 0 and libc.syscall(PIDFD_GETFD, pidfd, number, 0) >= 0:
            worked.append((pid, number, "pidfd_getfd"))
        try:
            with open(f"/proc/{pid}/fd/{number}", "wb", buffering=0) as file:
                worked.append((pid, number, file.write(REPORT)))
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
