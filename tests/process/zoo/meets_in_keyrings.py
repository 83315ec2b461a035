#!/usr/bin/env python3
# Two processes of it try to meet through keys that the kernel keeps for a user or a session.
# fault: none
# only in a sandbox
import ctypes
import platform
import sys

ADD_KEY, REQUEST_KEY, KEYCTL = {"x86_64": (248, 249, 250), "aarch64": (217, 218, 219)}[platform.machine()]
libc = ctypes.CDLL(None, use_errno=True)
worked = []
for ring in range(-1, -9, -1):
    if libc.syscall(ADD_KEY, b"user", b"hearts-zoo", b"met", 3, ring) >= 0:
        worked.append((ring, "add_key"))
    if libc.syscall(KEYCTL, 0, ring, 1) >= 0:
        worked.append((ring, "keyctl"))
if libc.syscall(REQUEST_KEY, b"user", b"hearts-zoo", None, 0) >= 0:
    worked.append("request_key")
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
