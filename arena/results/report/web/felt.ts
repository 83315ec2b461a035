/** The table from above: seats in their places, clockwise, with the seat that one looks from at the bottom. */

import { cardFace, suitSymbol, type Deck } from "./cards";
import type { Hand, Replay } from "./data";
import { el, said, saidId, setProperties, visible, type Child } from "./dom";
import type { Position, SeatState, TableCard } from "./hand_play";
import { wordsOf } from "./hand_play";
import { at, counted, duration, fixed, signed } from "./numbers";

interface FeltView {
  replay: Replay;
  hand: Hand;
  deck: Deck;
  position: Position;
  /** Who takes the trick with the next step. */
  winner: number | null;
  /** Only what this seat could know; `null`: all cards. */
  eye: number | null;
  /** Microseconds left of each seat's bank, where known. */
  banks: (number | null)[];
}

/** Where the seats from the bottom one on sit, clockwise, by the number of seats. */
const places: Record<number, readonly string[]> = {
  2: ["bottom", "top"],
  3: ["bottom", "left", "right"],
  4: ["bottom", "left", "top", "right"],
  5: ["bottom", "left low", "left", "right", "right low"],
  6: ["bottom", "left low", "left", "top", "right", "right low"],
};

export function drawFelt(view: FeltView): HTMLElement {
  const seats = view.replay.bots.length;
  const bottom = view.eye ?? 0;
  const felt = el("div", { class: "felt", "data-seats": seats });
  for (let turn = 0; turn < seats; ++turn) {
    const seat = (bottom + turn) % seats;
    felt.append(seatBox(view, seat, places[seats]?.[turn] ?? "left"));
  }
  felt.append(middle(view, bottom), ...leftoverCards(view));
  return felt;
}

/** May a seat's cards be shown? */
export function sees(eye: number | null, seat: number): boolean {
  return eye === null || eye === seat;
}

function seatBox(view: FeltView, seat: number, where: string): HTMLElement {
  const state = at(view.position.seats, seat);
  const step = view.position.step;
  const acts = step !== undefined && step.kind !== "say" && step.kind !== "subhand" && step.seat === seat;
  const box = el("section", { class: `seat ${where}${acts ? " acts" : ""}`, "data-seat": seat });
  const dealer = view.hand.dealer === seat ? el("abbr", { class: "dealer", title: "deals" }, "D") : null;
  const name = at(view.replay.names, seat);
  box.append(
    el("h3", { title: visible(name) }, saidId(name), dealer),
    el("p", { class: "figures" }, ...figures(view, seat, state)),
  );
  box.append(
    sees(view.eye, seat)
      ? openHand(view.deck, state)
      : el("p", { class: "closed" }, counted(state.hand.length, "card")),
  );
  if (state.other.length > 0) box.append(otherHand(view, state));
  // Nobody sees what comes before all have passed.
  for (const { from, cards } of state.arriving) {
    const shown = sees(view.eye, from) ? cards.map((card) => mini(view.deck, card)) : [counted(cards.length, "card")];
    box.append(
      el("p", { class: "arriving" }, el("span", {}, "from ", said(at(view.replay.names, from)), ": "), ...shown),
    );
  }
  return box;
}

/** "37 +5", tricks and clock. */
function figures(view: FeltView, seat: number, state: SeatState): Child[] {
  const bank = view.banks[seat];
  const known = bank !== null && bank !== undefined;
  return [
    el(
      "span",
      {},
      el("span", { title: "total before this hand" }, fixed(at(view.hand.before, seat))),
      " ",
      el("strong", { title: "points taken in this hand" }, state.points === 0 ? "+0" : signed(state.points)),
      " points",
    ),
    el("span", { title: "tricks taken" }, counted(state.tricks, "trick")),
    known ? el("span", { class: "bank", title: "left of its time for the game" }, `${duration(bank)} left`) : null,
  ];
}

function mini(deck: Deck, word: string): HTMLElement {
  return cardFace(deck.card(word), "mini");
}

/** A line for each suit, as in the diagrams of card books. */
function openHand(deck: Deck, state: SeatState): HTMLElement {
  const rows = el("div", { class: "hand" });
  let suit = -1;
  let row = rows;
  for (const card of deck.sorted(state.hand)) {
    if (card.suit !== suit) {
      suit = card.suit;
      row = el("div", { class: "suit-row " + card.suitName }, suitSymbol(card.suitName));
      rows.append(row);
    }
    const rank = el("span", {
      class: state.received.includes(card.word) ? "received" : null,
      role: "img",
      "aria-label": card.name,
      "data-card": card.word,
    });
    rank.append(card.rank === "" ? suitSymbol("joker") : card.rank);
    row.append(rank);
  }
  return rows;
}

function otherHand({ eye, deck, position }: FeltView, state: SeatState): HTMLElement {
  const title = !state.selected ? "its other hand" : position.subhand === 0 ? "for later" : "played";
  const cards =
    eye === null
      ? deck.sorted(state.other).map((card) => cardFace(card, "mini"))
      : [counted(state.other.length, "card")];
  return el("details", { class: "other", open: eye === null }, el("summary", {}, title), ...cards);
}

function middle(view: FeltView, bottom: number): HTMLElement {
  const box = el("div", { class: "middle" });
  const seats = view.replay.bots.length;
  for (const lying of view.position.trick)
    box.append(trickCard(view, lying, (lying.seat - bottom + seats) % seats, seats));
  return box;
}

function trickCard(view: FeltView, lying: TableCard, turn: number, seats: number): HTMLElement {
  const face = cardFace(view.deck.card(lying.card), "card");
  const [x, y] = direction(turn, seats);
  setProperties(face, { "--x": x.toFixed(3), "--y": y.toFixed(3) });
  face.dataset["seat"] = String(lying.seat);
  if (view.winner === lying.seat) face.classList.add("wins");
  const step = view.position.step;
  if (step?.kind === "play" && step.seat === lying.seat && step.card === lying.card) face.classList.add("moves");
  const marks = [
    lying.seat === at(view.position.trick, 0).seat ? "leads" : "",
    lying.by ?? "",
    lying.early ? "out of turn" : "",
    lying.revoke ? "revoke" : "",
  ].filter((mark) => mark !== "");
  if (marks.length > 0) face.append(el("small", {}, marks.join(", ")));
  return face;
}

/** The way from the middle to a seat, of length 1; the bottom seat's is down. */
function direction(turn: number, seats: number): [number, number] {
  const angle = Math.PI / 2 + (2 * Math.PI * turn) / seats;
  return [Math.cos(angle), Math.sin(angle)];
}

/** The cards left over lie on the table until somebody takes them. */
function leftoverCards({ hand, deck, position, eye }: FeltView): HTMLElement[] {
  const cards = wordsOf(hand.leftover);
  const taker = position.leftoverTaker;
  if (cards.length === 0) return [];
  const title = taker === undefined ? "left over" : "taken with the trick";
  const known = eye === null || eye === taker;
  const shown = known ? cards.map((card) => mini(deck, card)) : [" " + counted(cards.length, "card")];
  return [el("p", { class: "leftover" }, el("span", {}, title), ...shown)];
}
