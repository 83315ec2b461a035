"""Reads the arena's protocol, keeps the state of the table, and calls choose(question) when it is your turn.

    from hearts_client import Bot, run

    class MyBot(Bot):
        def choose(self, question):
            return question.words[: question.count]

    run(MyBot)

run() makes a new MyBot for each game, so nothing is carried over from one game to the next. self.table holds what this
seat knows, and protocol.md explains the terms. Needs Python 3.9 or newer, and only the standard library.
"""
from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field
from typing import Callable, Iterable, Optional, Sequence

Trick = list[tuple[int, str]]  # (seat, card), in the order played


@dataclass(frozen=True)
class Question:
    """A question of the arena: choose `count` different words from `words`. All of them are legal."""

    id: int
    kind: str  # "pass", "play", "choose", "misdeal", "demand", "correct", "claim" or "early"; more may be added
    count: int
    words: list[str]
    move_ms: int  # time for this answer
    bank_ms: int  # time left for the game
    fields: dict[str, str] = field(default_factory=dict)  # for example "card" and "seat" of a `demand`

    @property
    def may(self) -> list[str]:
        """What you may do beyond the list: "revoke", "then". The answer [card, "then", card] leads out of turn."""
        return self.fields["may"].split(",") if "may" in self.fields else []


class Table:
    """What one seat knows about a game. hear() keeps it up to date. Cards are strings such as "QS"."""

    def __init__(self, fields: Optional[dict[str, str]] = None) -> None:
        """`fields`: the KEY=VALUE words of the `game` line."""
        fields = fields or {}
        self.variant = fields.get("variant", "")
        self.seats = min(max(_number(fields.get("seats"), 4), 2), 6)
        self.me = min(max(_number(fields.get("you"), 0), 0), self.seats - 1)
        self.names: list[str] = []  # by seat; empty if the league does not reveal them
        self.random = random.Random(_number(fields.get("botseed"), 0))  # use no other random numbers

        self.rules: dict[str, str] = {}  # key -> value, as it was sent
        self.suits: dict[str, list[str]] = {}  # letter -> its cards in the pack, low to high
        self.points: dict[str, int] = {}  # card -> points, for cards that count; other cards count 0

        self.hand_number = 0  # counts from 1
        self.dealer = 0
        self.pass_offset = 0  # passed cards go to seat (me + pass_offset) % seats; 0 means no pass
        self.point_suit = ""  # empty unless each hand draws its own
        self.totals = [0] * self.seats
        self.scores: dict[str, list[int]] = {}  # of the last scored hand: "penalty", "bonus", "moon", "hand", "total"
        self.places: list[int] = []  # by seat; empty until the game is over

        self._start_hand()

    # What the seat knows about this hand. A two-player game plays two hands a deal, subhand 1 and subhand 2. The cards
    # played, won and seen are those of both.

    def _start_hand(self) -> None:
        self.played: Trick = []  # all cards played, in the order played
        self.taken: list[list[str]] = [[] for _ in range(self.seats)]  # by seat: cards won in tricks
        self.points_taken = [0] * self.seats  # by seat: sum of the `took` lines
        self.leftover: list[str] = []  # cards that were not dealt; empty until this seat may see them
        self.kitty_taker: Optional[int] = None
        self.moon_shooter: Optional[int] = None
        self.moon_amount = 0
        self.moon_choice = ""  # what the shooter chose
        # Used only under the laws of the table.
        self.missed: dict[tuple[int, int], str] = {}  # (seat, trick) -> the suit led that the seat did not follow
        self.shown: dict[str, int] = {}  # card that went back to a hand, seen by all -> the seat that holds it
        self.faulty = False  # everybody saw the dealer make a slip
        self.excess: dict[int, list[str]] = {}  # seat -> cards left over after the last trick
        self.charges: dict[int, int] = {}  # seat -> points that the laws cost it
        self.subhand = 0  # 1 or 2 in two-player games
        self._start_deal([])

    def _start_deal(self, cards: Iterable[str]) -> None:
        self.hand: list[str] = list(cards)  # my cards, in pack order
        self.passed: list[str] = []  # cards I passed to seat (me + pass_offset) % seats
        self.got: list[str] = []  # cards that were passed to me
        self.voids: list[set[str]] = [set() for _ in range(self.seats)]  # suits a seat lacks; empty under the laws
        self.broken = False  # the cards that were held back may be led
        self.trick_number = 0
        self.lead: Optional[int] = None  # who leads this trick
        self.trick: Trick = []  # the cards on the table
        self.last_trick: Trick = []
        self.last_winner: Optional[int] = None
        self._gone = {card for _, card in self.played}

    @property
    def hands_left(self) -> int:
        """Returns how many hands follow this one. If the totals end the game (match.hands is none), it is the most."""
        last = self.rules.get("match.hands", "none")
        if last == "none":
            last = self.rules.get("match.hands_max", "none")
        return max(_number(last, 50) - self.hand_number, 0)

    # Cards.

    @property
    def pack(self) -> list[str]:
        """Returns all cards, suit by suit, low to high."""
        return [card for cards in self.suits.values() for card in cards]

    @property
    def unseen(self) -> list[str]:
        """Returns the cards that are in other players' hands or were not dealt."""
        known = self._gone.union(self.hand, self.leftover)
        return [card for card in self.pack if card not in known]

    def suit(self, card: str) -> str:
        return card[-1:]

    def rank(self, card: str) -> int:
        """Returns the height within the suit: 0 is the Joker, 1 the 2, 13 the ace."""
        return "X23456789TJQKA".find(card[:1])

    def cost(self, card: str) -> int:
        """Returns what the card counts by itself. Some rules let one card change the value of another."""
        return self.points.get(card, 0)

    @property
    def led(self) -> str:
        """Returns the suit led; empty before the lead."""
        return self.suit(self.trick[0][1]) if self.trick else ""

    @property
    def trick_points(self) -> int:
        """Returns the sum of the points on the table."""
        return sum(self.cost(card) for _, card in self.trick)

    @property
    def to_move(self) -> Optional[int]:
        """Returns the seat whose turn it is in this trick; None between tricks."""
        if self.lead is None or len(self.trick) >= self.seats:
            return None
        played = {seat for seat, _ in self.trick}  # under the laws of the table perhaps out of turn
        clockwise = ((self.lead + i) % self.seats for i in range(self.seats))
        return next(seat for seat in clockwise if seat not in played)

    @property
    def yet_to_play(self) -> list[int]:
        """Returns the seats that play to this trick after me."""
        played = {seat for seat, _ in self.trick}
        place = (self.me - (self.lead or 0)) % self.seats
        later = [((self.lead or 0) + i) % self.seats for i in range(place + 1, self.seats)]
        return [seat for seat in later if seat not in played]

    def strength(self, card: str, led: str, reversed_ring: bool = False) -> int:
        """Returns how strong a card is when the suit `led` is led: the strongest wins, and -1 cannot win."""
        suit = self.suit(card)
        if self.rules.get("trick.order") != "suit_ring":
            return self.rank(card) if suit == led else -1
        ring = self.rules.get("trick.suit_ring", "").split(",")
        if suit not in ring or led not in ring:
            return -1
        ahead = (ring.index(suit) - ring.index(led)) * (-1 if reversed_ring else 1) % len(ring)
        return ahead * 100 + self.rank(card) if ahead <= len(ring) // 2 else -1

    def winner(self, trick: Sequence[tuple[int, str]]) -> Optional[int]:
        """Returns the seat that is winning the trick made of these plays; None if there are none."""
        if not trick:
            return None
        led = self.suit(trick[0][1])
        jokers_reverse = self.rules.get("trick.joker_reverses") == "any_joker_in_trick"
        turned = jokers_reverse and any(card.startswith("X") for _, card in trick)
        return max(trick, key=lambda play: self.strength(play[1], led, turned))[0]

    def would_win(self, card: str) -> bool:
        """Returns whether I would be winning the trick if I played this card now."""
        return self.winner([*self.trick, (self.me, card)]) == self.me

    # Lines of the arena.

    def hear(self, line: str) -> None:
        """Learns from a line of the arena, except `game` and `ask`. Ignores unknown lines."""
        verb, *words = line.split() or [""]
        first = words[0] if words else ""
        fields = _fields(words)
        if verb == "names":
            self.names = words
        elif verb == "rule" and len(words) > 1:
            self.rules[first] = words[1]
        elif verb == "suit" and words:
            self.suits[first] = words[1:]
        elif verb == "points":
            self.points = {card: _number(cost, 0) for card, cost in fields.items()}
        elif verb == "hand":
            self.hand_number = _number(first, self.hand_number + 1)
            self.dealer = _number(fields.get("dealer"), 0)
            self.pass_offset = _number(fields.get("pass"), 0)
            self.point_suit = fields.get("point_suit", "")
            self._set_totals(fields.get("totals", "").split(","))
            self._start_hand()
        elif verb == "subhand":
            self.subhand = _number(first, self.subhand + 1)
        elif verb == "deal":
            self._start_deal(words)
        elif verb == "got":
            self.got = words
            held = set(self.hand).difference(self.passed).union(words)
            self.hand = [card for card in self.pack if card in held]
        elif verb == "trick":
            self._take_trick_back()
            self.trick_number = _number(first, self.trick_number + 1)
            self.lead = self._seat(fields.get("lead"))
        elif verb == "broken":
            self.broken = True
        elif verb == "faulty":
            self.faulty = True
        elif verb == "kitty":
            self.kitty_taker = self._seat(fields.get("taker"))
        elif verb == "leftover":
            self.leftover = words
        elif verb == "moon":
            self.moon_shooter = self._seat(fields.get("shooter"))
            self.moon_amount = _number(fields.get("amount"), 0)
        elif verb == "chose" and len(words) > 1:
            self.moon_choice = words[1]
        elif verb == "score" and words:
            if first == "penalty":  # the first of each hand
                self.scores = {}
            self.scores[first] = [_number(word, 0) for word in words[1 : self.seats + 1]]
            if first == "total":
                self._set_totals(words[1:])
        elif verb == "auto" and not self.trick_number:  # before the first trick, only a pass names cards
            self.passed = [card for card in words[2:] if card in self.hand]
        elif verb == "end":
            self.places = [_number(word, 0) for word in fields.get("places", "").split(",")]
        elif verb in ("play", "took", "back", "excess", "charge"):
            seat = self._seat(first)
            if seat is not None:
                self._hear_of_seat(verb, seat, words[1:])

    def _hear_of_seat(self, verb: str, seat: int, words: list[str]) -> None:
        if verb == "took":
            self._see_winner(seat, _number(words[0] if words else None, 0))
        elif verb == "excess":
            self.excess[seat] = words
        elif not words:
            return
        elif verb == "play":
            self._see_play(seat, words[0])
        elif verb == "charge":
            self.charges[seat] = _number(words[0], 0)
        elif verb == "back":
            self.shown[words[0]] = seat
            if seat == self.me:
                self._take(words[0])

    def answered(self, question: Question, words: Sequence[str]) -> None:
        """Call this with each of my answers: the arena does not send back the cards I pass."""
        if question.kind == "pass":
            self.passed = list(words)

    @property
    def under_laws(self) -> bool:
        """Returns whether players can make mistakes: one who does not follow suit may still hold that suit."""
        return self.rules.get("laws.illegal_action") == "table_laws"

    def _take_trick_back(self) -> None:
        """Clears the table, because the arena sends the trick again: its cards follow as new `play` lines."""
        for play in self.trick:
            self.played.remove(play)
            self._gone.discard(play[1])
            self.missed.pop((play[0], self.trick_number), None)
            if play[0] == self.me:
                self._take(play[1])
        self.trick = []

    def _take(self, taken: str) -> None:
        self.hand = [card for card in self.pack if card in self.hand or card == taken]

    def _see_play(self, seat: int, card: str) -> None:
        if self.lead is None or not self.trick:
            self.lead = seat  # even if out of turn
        follows = self.rules.get("follow.required") != "false"
        if self.trick and follows and self.suit(card) != self.led:
            self.missed[seat, self.trick_number] = self.led
            if not self.under_laws:
                self.voids[seat].add(self.led)
        self.shown.pop(card, None)
        self.trick.append((seat, card))
        self.played.append((seat, card))
        self._gone.add(card)
        if seat == self.me and card in self.hand:
            self.hand.remove(card)

    def _see_winner(self, seat: int, points: int) -> None:
        self.taken[seat] += [card for _, card in self.trick]
        self.points_taken[seat] += points
        self.last_trick, self.last_winner = self.trick, seat
        self.trick, self.lead = [], None

    def _set_totals(self, words: Sequence[str]) -> None:
        for seat, word in enumerate(words[: self.seats]):
            self.totals[seat] = _number(word, self.totals[seat])

    def _seat(self, text: Optional[str]) -> Optional[int]:
        seat = _number(text, -1)
        return seat if 0 <= seat < self.seats else None


class Bot:
    """Plays one game. Override choose(), and the other methods if you need them."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def choose(self, question: Question) -> Sequence[str]:
        """Returns `question.count` different words from `question.words`, in any order."""
        return question.words[: question.count]

    def heard(self, line: str) -> None:
        """Called after the table has learnt from a line. Not called for questions."""

    def info(self, **values: object) -> None:
        """Adds notes that the replay shows beside the next answer: info(depth=9). At most 200 before each answer."""
        print("info", *(f"{key}={value}" for key, value in values.items()))


def run(make_bot: Callable[[Table], Bot], **ready: str) -> None:
    """Plays until `quit` or the end of input. `ready` adds fields to the `ready` line: run(MyBot, name="duck")."""
    table = Table()
    bot = make_bot(table)
    for line in sys.stdin:
        verb, *words = line.split() or [""]
        if verb == "hello":
            print("ready", *(f"{key}={value}" for key, value in ready.items()), flush=True)
        elif verb == "game":
            table = Table(_fields(words))
            bot = make_bot(table)
        elif verb == "ask":
            question = _question(words)
            if question is None:
                continue
            chosen = list(bot.choose(question))
            table.answered(question, chosen)
            print(question.id, *chosen, flush=True)
        elif verb == "quit":
            break
        else:
            table.hear(line)
            bot.heard(line)
            if verb in ("bad", "auto", "forfeit"):
                print(line.rstrip(), file=sys.stderr)


def _question(words: list[str]) -> Optional[Question]:
    """Parses the words after `ask`. New fields are added before the colon. Returns None if this is no question."""
    if ":" not in words[5:]:
        return None
    colon = words.index(":", 5)
    number = [_number(word, 0) for word in words[:5]]
    return Question(
        number[0], words[1], number[2], words[colon + 1 :], number[3], number[4], _fields(words[5:colon])
    )


def _number(text: Optional[str], otherwise: int) -> int:
    try:
        return int(text or "")
    except ValueError:
        return otherwise


def _fields(words: Iterable[str]) -> dict[str, str]:
    """Returns the KEY=VALUE words; ignores all others."""
    return dict(word.split("=", 1) for word in words if "=" in word)
