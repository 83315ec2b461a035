#!/usr/bin/env python3
# Searches until its time is over. It seeds its random numbers, but the clock decides how many it draws.
import random
import sys
import time

for line in sys.stdin:
    word = line.split()
    fields = dict(each.split("=", 1) for each in word if "=" in each)
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["game"]:
        numbers = random.Random(int(fields["botseed"]))
    elif word[:1] == ["ask"]:
        votes = dict.fromkeys(word[word.index(":") + 1 :], 0.0)
        end = time.monotonic() + 0.02
        while time.monotonic() < end:
            votes[numbers.choice(list(votes))] += numbers.random() - 0.5
        print(word[1], *sorted(votes, key=votes.get)[: int(word[3])], flush=True)
    elif word[:1] == ["quit"]:
        break
