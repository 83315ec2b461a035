#!/usr/bin/env python3
# Reads who runs the machine, and looks for paths of the host in what the kernel shows about processes and mounts.
# fault: none
# only in a sandbox
import os
import sys

worked = []
for path in ("/etc/passwd", "/etc/shadow", "/etc/hostname", "/etc/hosts", "/etc/machine-id", "/etc/resolv.conf"):
    try:
        os.close(os.open(path, os.O_RDONLY))
        worked.append(path)
    except OSError:
        pass
for path in ("/boot", "/home", "/media", "/mnt", "/opt", "/root", "/run", "/srv", "/sys", "/var/lib", "/var/log"):
    try:
        worked.extend(os.path.join(path, name) for name in os.listdir(path))
    except OSError:
        pass
for name in ("1/cmdline", "1/environ", f"{os.getppid()}/cmdline", f"{os.getppid()}/environ", "mounts", "cmdline"):
    try:
        with open("/proc/" + name, encoding="latin-1") as file:
            text = file.read()
    except OSError:
        continue
    for own in sys.argv[1:]:  # a word of its own command
        text = text.replace(own, "")
    worked.extend((name, path) for path in ("hearts-test", "hearts-arena", "/home/", "/root") if path in text)
try:
    with open("/proc/self/mountinfo", encoding="latin-1") as file:
        worked.extend(line for line in file if sys.argv[1] in line)
except OSError:
    pass
if os.getppid() == 1 and os.uname().nodename != "bot":  # where it has namespaces
    worked.append(os.uname().nodename)
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
