#!/usr/bin/env python3
# Starts threads till it is refused, 1000 at most, then plays on with those it has; exits if it was not refused.
# fault: none at full, none at user, none at confined by root, start_failed at confined
# only in a sandbox
import sys
import threading

threading.stack_size(64 << 10)
forever = threading.Event()
made = 0
while made < 1000:
    try:
        threading.Thread(target=forever.wait, daemon=True).start()
    except RuntimeError:
        break
    made += 1
if made >= 1000:
    sys.exit(f"it worked: {made} threads")
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print(word[1], *word[word.index(":") + 1 :][: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
