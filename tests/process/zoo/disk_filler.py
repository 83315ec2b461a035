#!/usr/bin/env python3
# Makes a file and a folder wherever it can, /tmp apart.
# fault: none
# only in a sandbox
import os
import sys

worked = []
places = {"/", "/boot", "/dev", "/dev/mqueue", "/dev/shm", "/etc", "/home", "/media", "/mnt", "/opt", "/proc", "/root"}
places |= {"/run", "/srv", "/sys", "/usr", "/usr/lib", "/usr/local", "/var", "/var/lib", "/var/log", "/var/tmp", "."}
places |= {"..", os.path.dirname(sys.executable), os.path.dirname(os.path.abspath(__file__))}
for place in sorted(places):
    path = os.path.join(place, f"hearts-zoo-{os.getpid()}")
    try:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        worked.append(path)
        os.unlink(path)
    except OSError:
        pass
    try:
        os.mkdir(path)
        worked.append(path + "/")
        os.rmdir(path)
    except OSError:
        pass
for path in (__file__, sys.executable):
    try:
        os.close(os.open(path, os.O_WRONLY))
        worked.append(path)
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
