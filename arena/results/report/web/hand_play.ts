/** A hand as positions: after each step, who holds what and what lies on the table. Knows no rule: it moves cards. */

import type { Hand, Step } from "./data";
import { at } from "./numbers";

export interface TableCard {
  seat: number;
  card: string;
  by?: "arena" | "house";
  early?: true;
  revoke?: true;
}

export interface SeatState {
  /** The hand that it plays. */
  hand: string[];
  /** Where a seat has two hands: the one that it plays second, or has played. */
  other: string[];
  /** It chose its first hand, or needs not. */
  selected: boolean;
  /** Cards on their way to it. */
  arriving: { from: number; cards: string[] }[];
  /** What it was passed, of the cards in its hand. */
  received: string[];
  tricks: number;
  points: number;
}

export interface Position {
  seats: SeatState[];
  /** In the order in which they were played. */
  trick: TableCard[];
  /** Tricks taken so far in this hand. */
  tricks: number;
  /** Who took the cards left over. */
  leftoverTaker?: number;
  /** Who took the last trick. */
  taker?: number;
  subhand: 0 | 1;
  /** The step that led here. */
  step?: Step;
}

export function wordsOf(cards: string): string[] {
  return cards === "" ? [] : cards.split(" ");
}

/** The position before the first step, then one after each. */
export function positionsOf(hand: Hand): Position[] {
  const positions = [startOf(hand)];
  for (const step of hand.steps) positions.push(after(at(positions, positions.length - 1), step));
  return positions;
}

function startOf(hand: Hand): Position {
  const [first = [], second = []] = hand.deal;
  const seats = first.map((cards, seat) => ({
    hand: wordsOf(cards),
    other: wordsOf(second[seat] ?? ""),
    selected: second.length === 0,
    arriving: [],
    received: [],
    tricks: 0,
    points: 0,
  }));
  return { seats, trick: [], tricks: 0, subhand: 0 };
}

function after(before: Position, step: Step): Position {
  const position: Position = { ...before, step };
  if (step.kind !== "pass" && step.kind !== "say") position.seats = position.seats.map(withArrivals);
  switch (step.kind) {
    case "select":
      return withSeat(position, step.seat, (seat) => ({
        ...seat,
        selected: true,
        ...(step.hand === 1 ? { hand: seat.other, other: seat.hand } : {}),
      }));
    case "pass":
      return passed(position, step.seat, step.to, wordsOf(step.cards));
    case "play":
      return played(position, step);
    case "back":
      return takenBack(position, step.owner, step.card);
    case "take":
      return taken(position, step.seat, step.points, step.kitty === true);
    case "subhand":
      return {
        ...position,
        subhand: 1,
        seats: position.seats.map((seat) => ({ ...seat, hand: seat.other, other: [] })),
      };
    case "say":
      return position;
  }
}

function withSeat(position: Position, index: number, change: (seat: SeatState) => SeatState): Position {
  return { ...position, seats: position.seats.map((seat, other) => (other === index ? change(seat) : seat)) };
}

function without(cards: readonly string[], gone: readonly string[]): string[] {
  return cards.filter((card) => !gone.includes(card));
}

function withArrivals(seat: SeatState): SeatState {
  if (seat.arriving.length === 0) return seat;
  const cards = seat.arriving.flatMap((parcel) => parcel.cards);
  return { ...seat, hand: [...seat.hand, ...cards], received: cards, arriving: [] };
}

function passed(position: Position, from: number, to: number, cards: string[]): Position {
  const given = withSeat(position, from, (seat) => ({ ...seat, hand: without(seat.hand, cards) }));
  return withSeat(given, to, (seat) => ({ ...seat, arriving: [...seat.arriving, { from, cards }] }));
}

function played(position: Position, step: Step & { kind: "play" }): Position {
  const { seat, card, by, early, revoke } = step;
  const onTable: TableCard = { seat, card, ...(by && { by }), ...(early && { early }), ...(revoke && { revoke }) };
  const lighter = withSeat(position, seat, (state) => ({
    ...state,
    hand: without(state.hand, [card]),
    received: without(state.received, [card]),
  }));
  return { ...lighter, trick: [...position.trick, onTable] };
}

function takenBack(position: Position, owner: number, card: string): Position {
  const trick = position.trick.filter((lying) => lying.seat !== owner || lying.card !== card);
  return { ...withSeat(position, owner, (seat) => ({ ...seat, hand: [...seat.hand, card] })), trick };
}

function taken(position: Position, taker: number, points: number, kitty: boolean): Position {
  const counted = withSeat(position, taker, (seat) => ({
    ...seat,
    tricks: seat.tricks + 1,
    points: seat.points + points,
  }));
  return { ...counted, trick: [], tricks: position.tricks + 1, taker, ...(kitty ? { leftoverTaker: taker } : {}) };
}

export interface Trick {
  number: number;
  plays: { card: TableCard; position: number }[];
  /** When all its cards lie there, and when it is taken. */
  complete: number;
  taker: number;
  points: number;
}

/** The tricks of a hand; the last may be without a taker where the hand broke off. */
export function tricksOf(positions: readonly Position[]): Trick[] {
  const tricks: Trick[] = [];
  let plays: Trick["plays"] = [];
  positions.forEach(({ step, trick }, index) => {
    if (step?.kind === "play") plays.push({ card: at(trick, trick.length - 1), position: index });
    if (step?.kind === "back") plays = plays.filter(({ card }) => card.seat !== step.owner || card.card !== step.card);
    if (step?.kind !== "take") return;
    tricks.push({ number: tricks.length + 1, plays, complete: index - 1, taker: step.seat, points: step.points });
    plays = [];
  });
  const last = plays[plays.length - 1];
  if (last) tricks.push({ number: tricks.length + 1, plays, complete: last.position, taker: -1, points: 0 });
  return tricks;
}
