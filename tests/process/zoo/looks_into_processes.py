#!/usr/bin/env python3
# Traces, reads and writes every other process it sees: ptrace, process_vm_readv, /proc.
# fault: none
# only in a sandbox
import ctypes
import os
import sys


def others():
    """Whom it may know of."""
    try:
        seen = {int(name) for name in os.listdir("/proc") if name.isdigit()}
    except OSError:
        seen = set()
    return sorted((seen | {1, os.getppid()}) - {os.getpid()})


PTRACE_SEIZE = 0x4206
PART = [ctypes.c_void_p, ctypes.c_ulong]
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long] * 4
libc.process_vm_readv.argtypes = [ctypes.c_long, *PART, *PART, ctypes.c_ulong]
worked = []
space = ctypes.create_string_buffer(8)
part = (ctypes.c_void_p * 2)(ctypes.addressof(space), 8)
for pid in others():
    if libc.ptrace(PTRACE_SEIZE, pid, 0, 0) == 0:
        worked.append((pid, "ptrace"))
    # Address 0 is nobody's: EFAULT is said to those who may read
    if libc.process_vm_readv(pid, part, 1, (ctypes.c_void_p * 2)(0, 8), 1, 0) >= 0 or ctypes.get_errno() == 14:
        worked.append((pid, "process_vm_readv"))
    for name in ("mem", "environ", "maps", "auxv", "syscall"):
        try:
            with open(f"/proc/{pid}/{name}", "rb") as file:
                if name == "mem" or file.read(1):
                    worked.append((pid, name))
        except OSError:
            pass
    for name in ("cwd", "exe", "root", "fd", "ns/user"):
        try:
            os.listdir(f"/proc/{pid}/fd") if name == "fd" else os.readlink(f"/proc/{pid}/{name}")
            worked.append((pid, name))
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
