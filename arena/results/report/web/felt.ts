/** Draws the table from above: the seats clockwise, with the viewer's seat at the bottom. */

import { cardFace, cardImage, suitSymbol, type Deck } from "./cards";
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
  /** The seat that takes the trick in the next step. */
  winner: number | null;
  /** Show only what this seat could know; `null`: show all cards. */
  eye: number | null;
  /** Microseconds left in each seat's bank; `null` if not known. */
  banks: (number | null)[];
}

/** Positions of the seats by their number: clockwise, from the bottom one on. */
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
  const boxes = view.replay.bots.map((_, turn) =>
    seatBox(view, (bottom + turn) % seats, places[seats]?.[turn] ?? "left"),
  );
  const trick = view.position.trick.map((lying) =>
    trickCard(view, lying, (lying.seat - bottom + seats) % seats, seats),
  );
  const middle = el("div", { class: "middle" }, ...trick);
  return el("div", { class: "felt", "data-seats": seats }, ...boxes, middle, leftoverCards(view));
}

/** Whether a seat's cards may be shown. */
export function sees(eye: number | null, seat: number): boolean {
  return eye === null || eye === seat;
}

function seatBox(view: FeltView, seat: number, where: string): HTMLElement {
  const state = at(view.position.seats, seat);
  const step = view.position.step;
  const acts = step !== undefined && step.kind !== "say" && step.kind !== "subhand" && step.seat === seat;
  const dealer = view.hand.dealer === seat ? el("abbr", { class: "dealer", title: "dealer" }, "D") : null;
  const name = at(view.replay.names, seat);
  const closed = counted(state.hand.length, "card");
  // Passed cards stay apart from the hand: no seat sees what it gets before all have passed.
  const arriving = state.arriving.map(({ from, cards }) => {
    const origin = el("span", {}, "from ", said(at(view.replay.names, from)), ": ");
    return el("p", { class: "arriving" }, origin, ...hidable(view.deck, cards, sees(view.eye, from)));
  });
  return el(
    "section",
    { class: `seat ${where}${acts ? " acts" : ""}`, "data-seat": seat },
    el("h3", { title: visible(name) }, saidId(name), dealer),
    el("p", { class: "figures" }, ...figures(view, seat, state)),
    sees(view.eye, seat) ? openHand(view.deck, state) : el("p", { class: "closed" }, closed),
    state.other.length > 0 ? otherHand(view, state) : null,
    ...arriving,
  );
}

/** Points before and in this hand ("37 +5"), tricks, and time left. */
function figures(view: FeltView, seat: number, { points, tricks }: SeatState): Child[] {
  const bank = view.banks[seat] ?? null;
  const before = el("span", { title: "total before this hand" }, fixed(at(view.hand.before, seat)));
  const taken = el("strong", { title: "points taken in this hand" }, points === 0 ? "+0" : signed(points));
  return [
    el("span", {}, before, " ", taken, " points"),
    el("span", { title: "tricks taken" }, counted(tricks, "trick")),
    bank !== null && el("span", { class: "bank", title: "time left for this game" }, `${duration(bank)} left`),
  ];
}

/** The cards, or only their number if they are hidden. */
function hidable(deck: Deck, words: readonly string[], shown: boolean): Child[] {
  return shown ? words.map((word) => cardFace(deck.card(word), "mini")) : [counted(words.length, "card")];
}

/** Draws a line for each suit, as diagrams in card books do. */
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
    const received = state.received.includes(card.word) ? "received" : null;
    row.append(cardImage(card, received, card.rank === "" ? suitSymbol("joker") : card.rank));
  }
  return rows;
}

function otherHand({ eye, deck, position }: FeltView, state: SeatState): HTMLElement {
  const title = !state.selected ? "its other hand" : position.subhand === 0 ? "for later" : "played";
  const words = deck.sorted(state.other).map(({ word }) => word);
  const isOpen = eye === null;
  return el("details", { class: "other", open: isOpen }, el("summary", {}, title), ...hidable(deck, words, isOpen));
}

function trickCard(view: FeltView, lying: TableCard, turn: number, seats: number): HTMLElement {
  const face = cardFace(view.deck.card(lying.card), "card");
  // The direction from the middle to the seat, as a vector of length 1. The bottom seat is straight down.
  const angle = Math.PI / 2 + (2 * Math.PI * turn) / seats;
  setProperties(face, { "--x": Math.cos(angle).toFixed(3), "--y": Math.sin(angle).toFixed(3) });
  face.dataset["seat"] = String(lying.seat);
  if (view.winner === lying.seat) face.classList.add("wins");
  const step = view.position.step;
  if (step?.kind === "play" && step.seat === lying.seat && step.card === lying.card) face.classList.add("moves");
  const leads = lying.seat === at(view.position.trick, 0).seat;
  const marks = [leads && "leads", lying.by, lying.early && "out of turn", lying.revoke && "revoke"].filter(Boolean);
  if (marks.length > 0) face.append(el("small", {}, marks.join(", ")));
  return face;
}

/** Draws the cards left over, which are on the table until a seat takes them. */
function leftoverCards({ hand, deck, position, eye }: FeltView): HTMLElement | null {
  const cards = wordsOf(hand.leftover);
  const taker = position.leftoverTaker;
  if (cards.length === 0) return null;
  const title = taker === undefined ? "left over" : "taken with the trick";
  const known = eye === null || eye === taker;
  return el("p", { class: "leftover" }, el("span", {}, title), known ? "" : " ", ...hidable(deck, cards, known));
}
