#!/usr/bin/env python3
# Sends signals to its parent, to every process it sees, and to all at the same time.
# fault: none
# only in a sandbox
import os
import signal
import sys

worked = []


def others():
    """Whom it may know of."""
    try:
        seen = {int(name) for name in os.listdir("/proc") if name.isdigit()}
    except OSError:
        seen = set()
    return sorted((seen | {1, os.getppid()}) - {os.getpid()})


def send(pid, number):
    try:
        os.kill(pid, number)
        worked.append((pid, number))
    except OSError:
        pass


for pid in others():
    for number in (0, signal.SIGCONT, signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
        if not worked:
            send(pid, number)
    try:
        signal.pidfd_send_signal(os.pidfd_open(pid), 0)
        worked.append((pid, "pidfd"))
    except OSError:
        pass
if not worked:
    # Says "done" also where every single one was refused: the others at the table show whether they were hit
    try:
        os.kill(-1, signal.SIGTERM)
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
