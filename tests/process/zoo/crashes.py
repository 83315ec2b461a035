#!/usr/bin/env python3
# Dies of the signal it is told instead of giving a sixth answer; of SIGSEGV by reading address 0.
# fault: killed_by_signal
import ctypes
import os
import resource
import signal
import sys


def die(name):
    if name == "SEGV":
        ctypes.string_at(0)
    number = getattr(signal, "SIG" + name)
    signal.signal(number, signal.SIG_DFL)  # Python ignores SIGPIPE
    os.kill(os.getpid(), number)


resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
answers = 0
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        answers += 1
        if answers > 5:
            die(sys.argv[1])
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
