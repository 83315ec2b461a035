#!/usr/bin/env python3
# Reads the paths that it is given, run and bots, the processes' view of them, and all beside its own folder.
# fault: none
# only in a sandbox
import os
import sys

worked = []


def read(path):
    try:
        if os.path.isdir(path):
            worked.extend(os.path.join(path, name) for name in os.listdir(path))
        else:
            with open(path, "rb") as file:
                file.read(1)
            worked.append(path)
    except OSError:
        pass


answers = 0
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        answers += 1
        if answers == 5:
            for told in sys.argv[1:]:
                for root in ("", "/proc/1/root", f"/proc/{os.getppid()}/root", f"/proc/{os.getppid()}/cwd"):
                    read(root + told)
            for name in ("games.jsonl", "key", "faults.jsonl"):
                read(os.path.join(sys.argv[1], name))
            own = os.path.basename(os.getcwd())
            try:
                # In a sandbox with a root of its own there is nothing beside but the system
                beside = os.listdir("..") if os.getcwd() != "/bot" else []
                worked.extend(name for name in beside if name != own)
            except OSError:
                pass
            if worked:
                sys.exit(f"it worked: {worked}")
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
