#!/usr/bin/env python3
# Asks for other ids and rights, and looks whether a setuid program would get any.
# fault: none
# only in a sandbox
import ctypes
import os
import sys

PR_GET_NO_NEW_PRIVS, PR_SET_SECUREBITS, PR_CAP_AMBIENT, PR_CAPBSET_READ = 39, 28, 47, 23
libc = ctypes.CDLL(None, use_errno=True)
worked = []
for name, act in (
    ("setuid", lambda: os.setuid(0)),
    ("seteuid", lambda: os.seteuid(0)),
    ("setresuid", lambda: os.setresuid(0, 0, 0)),
    ("setgid", lambda: os.setgid(0)),
    ("setgroups", lambda: os.setgroups([0])),
    ("chroot", lambda: os.chroot("/")),
    ("device", lambda: os.mknod("/tmp/memory", 0o20666, os.makedev(1, 1))),
):
    try:
        act()
        worked.append(name)
    except OSError:
        pass
if os.getuid() == 0 or os.geteuid() == 0 or 0 in os.getgroups() or os.getgid() == 0:
    worked.append("root")
if libc.prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1:
    worked.append("setuid programs")
if libc.prctl(PR_SET_SECUREBITS, 1, 0, 0, 0) == 0:
    worked.append("secure bits")
header, rights = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
if libc.capget(header, rights) == 0 and any(rights):
    worked.append("capabilities")
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
