#!/usr/bin/env python3
# Opens the machine's settings for writing, in /proc and /sys, and asks for a reboot.
# fault: none
# only in a sandbox
import ctypes
import os
import sys

REBOOT = {"x86_64": 169, "aarch64": 142}[os.uname().machine]
libc = ctypes.CDLL(None, use_errno=True)
worked = []
for top in ("/proc/sys", "/sys/kernel", "/sys/fs/cgroup", "/sys/power", "/proc/irq"):
    for folder, _, names in os.walk(top):
        for name in names[:50]:
            path = os.path.join(folder, name)
            try:
                os.close(os.open(path, os.O_WRONLY))
                worked.append(path)
            except OSError:
                pass
for path in ("/proc/sysrq-trigger", "/proc/1/oom_score_adj", "/dev/mem", "/dev/kmsg", "/dev/vda", "/dev/sda"):
    try:
        os.close(os.open(path, os.O_WRONLY))
        worked.append(path)
    except OSError:
        pass
if libc.sethostname(b"bot", 3) == 0 or libc.setdomainname(b"bot", 3) == 0:
    worked.append("name of the machine")
# Wrong magic numbers: it would be refused for these only, with EINVAL
if libc.syscall(REBOOT, 0, 0, 0, 0) == 0 or ctypes.get_errno() == 22:
    worked.append("reboot")
if worked:
    sys.exit(f"it worked: {worked[:20]}")
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
