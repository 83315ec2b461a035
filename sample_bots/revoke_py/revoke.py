"""Plays its lowest card. Where the laws of the table allow it, it revokes to stay out of costly tricks.

When it is asked, it corrects half of these revokes, chosen at random. If the arena finds revokes itself, correcting is
better than letting them stand.
"""
import random
import sys

COSTLY = 3  # it revokes when at least this many points are on the table


class Game:
    def __init__(self, seed="", me=-1):
        self.random = random.Random(seed)
        self.me = me
        self.rank = {}  # counts down from the top of the suit, because some packs lack low cards
        self.points = {}
        self.hand = set()
        self.trick = []
        self.number = 0
        self.ring = False  # suits beat each other, so it is harder to tell who wins

    def hear(self, verb, words):
        if verb == "suit":
            self.rank.update((card, place - len(words)) for place, card in enumerate(words[1:], 1))
        elif verb == "points":
            self.points = {card: int(cost) for card, cost in (word.split("=") for word in words)}
        elif verb == "rule" and words[0] == "trick.order":
            self.ring = words[1] == "suit_ring"
        elif verb == "deal":
            self.hand = set(words)
        elif verb == "got":
            self.hand.update(words)
        elif verb == "trick":
            self.number, self.trick = int(words[0]), []
        elif verb == "play":
            self.trick.append(words[1])
            self.hand.discard(words[1])
        elif verb == "back" and int(words[0]) == self.me:
            self.hand.add(words[1])

    def would_win(self, card):
        led = self.trick[0][1]
        return all(other[1] != led or self.rank[other] < self.rank[card] for other in self.trick)

    def revoke(self, follows):
        """Returns the card to get rid of instead of following suit, or None if that does not pay."""
        on_table = sum(self.points.get(card, 0) for card in self.trick)
        if self.ring or on_table < COSTLY or not all(map(self.would_win, follows)):
            return None
        free = [card for card in self.hand - set(follows) if self.number > 1 or not self.points.get(card)]
        return max(sorted(free), key=lambda card: (self.points.get(card, 0), self.rank[card]), default=None)

    def choose(self, kind, count, fields, words):
        if kind == "correct":
            return [self.random.choice((words[0], min(words[1:], key=lambda word: self.rank.get(word, 0))))]
        cards = sorted(words, key=lambda word: self.rank.get(word, 0), reverse=kind == "pass")
        if kind == "pass":
            self.hand.difference_update(cards[:count])
        if kind == "play" and "revoke" in fields:
            card = self.revoke(words)
            if card is not None:
                return [card]
        # Words that are not cards keep their order, so the safe ones come first.
        return cards[:count]


def main():
    game = Game()
    for line in sys.stdin:
        verb, *words = line.split() or [""]
        if verb == "hello":
            print("ready name=revoke_py", flush=True)
        elif verb == "game":  # answers may depend only on this game
            fields = dict(word.split("=", 1) for word in words[1:] if "=" in word)
            game = Game(fields.get("botseed", ""), int(fields.get("you", -1)))
        elif verb == "ask":
            colon = words.index(":")
            may = [word[4:] for word in words[5:colon] if word.startswith("may=")]
            fields = may[0].split(",") if may else []
            print(words[0], *game.choose(words[1], int(words[2]), fields, words[colon + 1 :]), flush=True)
        elif verb == "quit":
            break
        else:
            game.hear(verb, words)


main()
