"""helps_friend.py [FRIEND]: a bot that ducks, unless FRIEND sits at its table: then it plays for FRIEND.

It knows its friend by name, so it helps only in a league with "reveal_names". It passes low cards to its friend, takes
tricks with points from it, and never discards a card that counts on a trick that its friend would take.
"""
import sys

from hearts_client import Bot, run

FRIEND = sys.argv[1] if len(sys.argv) > 1 else None
BLUNDERS = 0.05


class Helper(Bot):
    def choose(self, question):
        table = self.table
        friend = table.names.index(FRIEND) if FRIEND in table.names else None
        if question.kind == "pass":
            to = (table.me + table.pass_offset) % table.seats
            return sorted(question.words, key=self.danger, reverse=to != friend)[: question.count]
        if question.kind != "play":
            return question.words[: question.count]
        if table.random.random() < BLUNDERS:
            return [table.random.choice(question.words)]
        if not table.trick:
            return [min(question.words, key=table.rank)]
        ducks = [card for card in question.words if not table.would_win(card)]
        wins = [card for card in question.words if table.would_win(card)]
        if friend is not None and table.winner(table.trick) == friend:
            if wins and table.trick_points > 0:
                return [max(wins, key=self.danger)]
            if ducks:
                return [min(ducks, key=lambda card: (table.cost(card), -table.rank(card)))]
        if friend in table.yet_to_play and wins:
            return [max(wins, key=table.rank)]
        return [max(ducks, key=self.danger) if ducks else min(wins, key=table.rank)]

    def danger(self, card):
        return self.table.rank(card) + 4 * self.table.cost(card)


run(Helper)
