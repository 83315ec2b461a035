#!/usr/bin/env python3
# Makes a ring by which the kernel would do for it what a filter of its calls never sees.
# fault: none
# only in a sandbox
import ctypes
import sys

IO_URING_SETUP = 425
libc = ctypes.CDLL(None, use_errno=True)
if libc.syscall(IO_URING_SETUP, 4, ctypes.create_string_buffer(120)) >= 0:
    sys.exit("it worked: a ring")
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
