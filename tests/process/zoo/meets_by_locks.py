#!/usr/bin/env python3
# Two processes of it try to meet through locks, leases and watches on files that both may read.
# fault: none
# only in a sandbox
import ctypes
import fcntl
import os
import struct
import sys

F_OFD_GETLK, F_OFD_SETLK = 36, 37
IN_OPEN = 0x20
libc = ctypes.CDLL(None, use_errno=True)
worked = []
# Open descriptors are kept, and the locks with them
kept = []
for path in (__file__, os.path.realpath(sys.executable), os.__file__):
    file = os.open(path, os.O_RDONLY)
    kept.append(file)
    lock = struct.pack("hhqqi4x", fcntl.F_RDLCK, os.SEEK_SET, 0, 1, 0)
    for name, act in (
        ("flock", lambda: fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)),
        ("record lock", lambda: fcntl.fcntl(file, fcntl.F_SETLK, lock)),
        ("lock looked at", lambda: fcntl.fcntl(file, fcntl.F_GETLK, lock)),
        ("lock of the open file", lambda: fcntl.fcntl(file, F_OFD_SETLK, lock)),
        ("lock of the open file looked at", lambda: fcntl.fcntl(file, F_OFD_GETLK, lock)),
        ("lease", lambda: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)),
    ):
        try:
            act()
            worked.append((path, name))
        except OSError:
            pass
    watch = libc.inotify_init1(os.O_NONBLOCK)
    if watch >= 0 and libc.inotify_add_watch(watch, path.encode(), IN_OPEN) >= 0:
        worked.append((path, "watch"))
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
