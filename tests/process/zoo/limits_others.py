#!/usr/bin/env python3
# Changes limits, priority, processors and scheduling of every other process it sees, and raises its own.
# fault: none
# only in a sandbox
import os
import resource
import sys

worked = []


def others():
    """Whom it may know of."""
    try:
        seen = {int(name) for name in os.listdir("/proc") if name.isdigit()}
    except OSError:
        seen = set()
    return sorted((seen | {1, os.getppid()}) - {os.getpid()})


def attempt(name, act):
    try:
        act()
        worked.append(name)
    except OSError:
        pass


for pid in others():
    attempt((pid, "prlimit"), lambda: resource.prlimit(pid, resource.RLIMIT_CPU, (5, 5)))
    attempt((pid, "limits read"), lambda: resource.prlimit(pid, resource.RLIMIT_CPU))
    attempt((pid, "setpriority"), lambda: os.setpriority(os.PRIO_PROCESS, pid, 19))
    attempt((pid, "affinity"), lambda: os.sched_setaffinity(pid, {0}))
    attempt((pid, "scheduler"), lambda: os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0)))
attempt("all of its user", lambda: os.setpriority(os.PRIO_USER, 0, os.getpriority(os.PRIO_PROCESS, 0)))
attempt("own priority", lambda: os.setpriority(os.PRIO_PROCESS, 0, -10))
attempt("real time", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)))
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
