"""Answers at random, and ends with 1 when the client module's view of the table disagrees with what the arena says."""
import sys

from hearts_client import Bot, run


def ensure(holds, line, *what):
    if not holds:
        print("the table disagrees:", line, *what, file=sys.stderr, flush=True)
        sys.exit(1)


class Checked(Bot):
    def __init__(self, table):
        super().__init__(table)
        self.remember()

    def remember(self):
        """What the table says before the next line."""
        table = self.table
        self.hand = list(table.hand)
        self.unseen = set(table.unseen)
        self.voids = [set(suits) for suits in table.voids]
        self.totals = list(table.totals)
        self.to_move = table.to_move
        self.leftover = set(table.leftover)
        self.points_taken = list(table.points_taken)
        self.last_winner = table.last_winner
        self.trick_number = table.trick_number

    def choose(self, question):
        table, words = self.table, question.words
        if question.kind == "pass":
            ensure(words == table.hand, words, "is not the hand", table.hand)
        elif question.kind == "play":
            ensure(set(words) <= set(table.hand), words, "is not in the hand", table.hand)
            ensure(table.to_move == table.me, words, "asked, but seat", table.to_move, "is to move")
            dealt = int(table.rules["deal.hand_size"])
            ensure(len(table.hand) == dealt - table.trick_number + 1, words, table.hand)
            tricks = table.trick_number - 1 + (dealt if table.subhand == 2 else 0)
            seen = tricks * table.seats + len(table.trick) + len(table.hand) + len(table.leftover)
            ensure(len(table.unseen) == int(table.rules["deck.size"]) - seen, words, "unseen are", table.unseen)
            follow = [card for card in table.hand if table.led and table.suit(card) == table.led]
            ensure(not follow or set(words) <= set(follow), words, "does not follow", table.led)
        elif "add_others" in words:
            ensure(table.moon_shooter == table.me, words, "asked, but the moon was shot by", table.moon_shooter)
        if table.under_laws and table.random.random() < 0.3 and question.may:
            return self.err(question)
        return table.random.sample(words, question.count)

    def err(self, question):
        """Fails to follow suit, or leads out of turn, as far as the arena takes it for sure."""
        table = self.table
        others = [card for card in table.hand if table.suit(card) != table.led and table.cost(card) == 0]
        if "revoke" not in question.may or not others:
            return question.words[:1]
        card = table.random.choice(others)
        leads = [lead for lead in others if lead != card]
        return [card, "then", leads[0]] if "then" in question.may and len(table.hand) > 3 and leads else [card]

    def heard(self, line):
        check = getattr(self, "check_" + line.split()[0], None) if line.strip() else None
        if check is not None:
            check(line, line.split()[1:])
        self.remember()

    def check_hand(self, line, words):
        ensure(self.table.totals == self.totals, line, "but the totals were", self.totals)

    def check_got(self, line, words):
        ensure(len(self.table.hand) == len(self.hand), line, "and the hand is", self.table.hand)
        ensure(set(words) <= self.unseen, line, "was seen before")

    def check_trick(self, line, words):
        if self.table.under_laws and self.table.trick_number == self.trick_number:
            return  # told once more
        ensure(self.table.trick_number == self.trick_number + 1, line, "after", self.trick_number)
        ensure(self.last_winner in (None, self.table.lead), line, "but the last trick went to", self.last_winner)

    def check_play(self, line, words):
        seat, card = int(words[0]), words[1]
        if self.table.under_laws and len(self.table.trick) == 1:
            self.to_move = seat  # perhaps out of turn
        ensure(seat == self.to_move, line, "but seat", self.to_move, "was to move")
        ensure(card in (self.hand if seat == self.table.me else self.unseen), line, "cannot be")
        ensure(card[1] not in self.voids[seat], line, "but the seat was void")

    def check_took(self, line, words):
        trick = self.table.last_trick
        ensure(self.table.winner(trick) == int(words[0]), line, "but the table says", self.table.winner(trick))
        ensure(sum(self.table.cost(card) for _, card in trick) == int(words[1]), line, trick)
        self.points_taken[int(words[0])] += int(words[1])
        ensure(self.table.points_taken == self.points_taken, line, "but the sums are", self.points_taken)

    def check_back(self, line, words):
        seat, card = int(words[0]), words[1]
        ensure(self.table.shown[card] == seat, line, "and shown are", self.table.shown)
        ensure((seat == self.table.me) == (card in self.table.hand), line, "and the hand is", self.table.hand)

    def check_kitty(self, line, words):
        ensure(self.table.kitty_taker == self.last_winner, line, "but the trick went to", self.last_winner)

    def check_leftover(self, line, words):
        ensure(set(words) <= self.unseen or set(words) == self.leftover, line, "was seen before")
        ensure(self.table.leftover == words, line, "but the table has", self.table.leftover)

    def check_moon(self, line, words):
        others = [cards for seat, cards in enumerate(self.table.taken) if seat != self.table.moon_shooter]
        ensure(all(self.table.cost(card) <= 0 for cards in others for card in cards), line, "but others took", others)

    def check_score(self, line, words):
        table = self.table
        if words[0] == "penalty" and "true" not in (table.rules[key] for key in table.rules if "queen_of" in key):
            costly = [[table.cost(card) for card in cards if table.cost(card) > 0] for cards in table.taken]
            if table.kitty_taker is None and not table.charges:
                ensure(table.scores["penalty"] == [sum(costs) for costs in costly], line, "but taken was", table.taken)
        if words[0] == "total" and table.rules["score.floor"] == table.rules["score.sinkhole"] == "none":
            sums = [total + change for total, change in zip(self.totals, table.scores["hand"])]
            ensure(table.totals == sums, line, "but the sums are", sums)

    def check_end(self, line, words):
        scores = ",".join(str(total) for total in self.table.totals)
        ensure(f"scores={scores}" in words, line, "but the totals are", scores)
        lower = [sum(other < total for other in self.table.totals) + 1 for total in self.table.totals]
        ensure(self.table.places == lower, line, "but the places are", lower)


run(Checked)
