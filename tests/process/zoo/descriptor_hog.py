#!/usr/bin/env python3
# Opens descriptors till it is refused, 20000 at most, raising its limit first, then plays on.
# fault: none
# only in a sandbox
import os
import resource
import sys

try:
    resource.setrlimit(resource.RLIMIT_NOFILE, (1 << 20, 1 << 20))
    sys.exit("it worked: more descriptors")
except (OSError, ValueError):
    pass
opened = []
try:
    while len(opened) < 20000:
        opened.append(os.dup(0))
except OSError:
    pass
if len(opened) >= 20000:
    sys.exit(f"it worked: {len(opened)} descriptors")
os.closerange(opened[0], opened[-1] + 1)
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
