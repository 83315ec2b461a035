#!/usr/bin/env python3
# Two processes of it try to meet through System V and POSIX memory, semaphores and queues, and memory in files.
# fault: none
# only in a sandbox
import ctypes
import os
import sys

CREATE = 0o1000 | 0o666
KEY = 0x4EA275
libc = ctypes.CDLL(None, use_errno=True)
librt = ctypes.CDLL("librt.so.1", use_errno=True)
worked = []
for name, result in (
    ("shmget", libc.shmget(KEY, 4096, CREATE)),
    ("semget", libc.semget(KEY, 1, CREATE)),
    ("msgget", libc.msgget(KEY, CREATE)),
    ("shm_open", libc.shm_open(b"/hearts-zoo", os.O_CREAT | os.O_RDWR, 0o666)),
    ("mq_open", librt.mq_open(b"/hearts-zoo", os.O_CREAT | os.O_RDWR, 0o666, None)),
):
    if result >= 0:
        worked.append(name)
try:
    worked.append(os.memfd_create("hearts-zoo"))
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
