#!/usr/bin/env python3
# Looks for secrets in its own environment, and in those of the launcher and the arena.
# fault: none
# only in a sandbox
import os
import sys

worked = [name for name in os.environ if name not in ("HOME", "LANG", "PATH", "TMPDIR", "LC_CTYPE")]
for pid in (1, os.getppid()):
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            worked.append(file.read(100))
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
