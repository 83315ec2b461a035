"""Answers every question with different words picked at random."""
import random
import sys

chance = random.Random(0)
for line in sys.stdin:
    word = line.split()
    if not word:
        continue
    if word[0] == "hello":
        print("ready name=random_py", flush=True)
    elif word[0] == "game":  # start afresh: answers may depend only on this game
        field = dict(w.split("=", 1) for w in word if "=" in w)
        chance = random.Random(int(field["botseed"]))
    elif word[0] == "ask":
        number, count, choices = word[1], int(word[3]), word[word.index(":") + 1 :]
        print(number, *chance.sample(choices, count), flush=True)
    elif word[0] == "quit":
        break
