"""Plays its lowest card and passes its highest."""
import sys

rank = {}
for line in sys.stdin:
    word = line.split()
    if not word:
        continue
    if word[0] == "hello":
        print("ready name=low_py", flush=True)
    elif word[0] == "game":  # start afresh: answers may depend only on this game
        rank = {}
    elif word[0] == "suit":  # low to high; ranks count down from the top, because some packs lack low cards
        rank.update((card, place - len(word)) for place, card in enumerate(word[2:], 2))
    elif word[0] == "ask":
        number, kind, count, choices = word[1], word[2], int(word[3]), word[word.index(":") + 1 :]
        # Words that are not cards all rank 0, and keep their order.
        choices.sort(key=lambda card: rank.get(card, 0), reverse=kind == "pass")
        print(number, *choices[:count], flush=True)
    elif word[0] == "quit":
        break
