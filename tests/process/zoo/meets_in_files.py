#!/usr/bin/env python3
# Two processes of it try to meet through files that one leaves for the other.
# fault: none
# only in a sandbox
import os
import sys

NAME = "hearts-zoo-was-here"
worked = []
for place in ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock", "/run", ".", "/"):
    path = os.path.join(place, NAME)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    except FileExistsError:
        worked.append(path)  # another has been here
        os.unlink(path)
    except OSError:
        pass
# Marks on files that both may read
for path in (__file__, sys.executable, "/usr", "."):
    for mark in (lambda: os.setxattr(path, "user.hearts", b"1"), lambda: os.utime(path), lambda: os.chmod(path, 0o755)):
        try:
            mark()
            worked.append((path, "marked"))
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
