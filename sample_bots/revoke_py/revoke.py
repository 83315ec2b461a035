"""Plays its lowest card, but where the laws of the table let it, it keeps out of costly tricks by not following suit.

Half of these revokes it corrects when it is asked. Where the table finds revokes by itself that is the better half.
"""
import random
import sys

COSTLY = 3  # points on the table from which on it revokes


class Game:
    def __init__(self, seed="", me=-1):
        self.random = random.Random(seed)
        self.me = me
        self.rank = {}  # from the top of the suit, since some packs lack low cards
        self.points = {}
        self.hand = set()
        self.trick = []
        self.number = 0
        self.ring = False  # suits beat each other: who wins is not so plain

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
        """The card to get rid of instead of following suit; nothing where that does not pay."""
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
        # Words that are no cards stay in their order, the harmless ones first.
        return cards[:count]


def main():
    game = Game()
    for line in sys.stdin:
        verb, *words = line.split() or [""]
        if verb == "hello":
            print("ready name=revoke_py", flush=True)
        elif verb == "game":  # nothing of an earlier game may matter
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
