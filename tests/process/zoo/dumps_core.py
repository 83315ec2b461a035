#!/usr/bin/env python3
# Raises its limit on core dumps and aborts instead of giving a sixth answer; exits where the limit could be raised.
# fault: killed_by_signal
import os
import resource
import sys

answers = 0
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        answers += 1
        if answers > 5:
            try:
                resource.setrlimit(resource.RLIMIT_CORE, (1 << 20, 1 << 20))
                sys.exit("it worked: core dumps")
            except ValueError:
                os.abort()
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
