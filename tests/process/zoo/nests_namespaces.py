#!/usr/bin/env python3
# Makes namespaces of its own, enters others, mounts file systems and changes its root.
# fault: none
# only in a sandbox
import ctypes
import os
import sys

KINDS = {"time": 0x80, "mnt": 0x20000, "cgroup": 0x2000000, "uts": 0x4000000, "ipc": 0x8000000}
KINDS |= {"user": 0x10000000, "pid": 0x20000000, "net": 0x40000000}
libc = ctypes.CDLL(None, use_errno=True)
worked = []
for name, flag in KINDS.items():
    if libc.unshare(flag) == 0:
        worked.append((name, "made"))
    for pid in (1, os.getppid(), "self"):
        try:
            if libc.setns(os.open(f"/proc/{pid}/ns/{name}", os.O_RDONLY), flag) == 0:
                worked.append((name, pid, "entered"))
        except OSError:
            pass
for kind, place in ((b"tmpfs", b"/tmp"), (b"proc", b"/proc"), (b"sysfs", b"/sys"), (b"devpts", b"/dev")):
    if libc.mount(b"none", place, kind, 0, None) == 0:
        worked.append((kind, "mounted"))
if libc.mount(b"/", b"/tmp", None, 0x1000, None) == 0 or libc.mount(None, b"/", None, 0x20 | 0x1000, None) == 0:
    worked.append("bound or made writable")
if libc.umount2(b"/tmp", 2) == 0 or libc.umount2(b"/proc", 2) == 0:
    worked.append("unmounted")
if libc.chroot(b"/usr") == 0:
    worked.append("chroot")
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
