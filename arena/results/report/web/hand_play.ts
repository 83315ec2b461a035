/**
 * Turns a hand into positions: after each step, who holds what, and what is on the table. Knows no rules: it moves
 * cards.
 */

import type { Hand, Step } from "./data";
import { at } from "./numbers";

/** A card on the table, as the step that played it. */
export type TableCard = Extract<Step, { kind: "play" }>;

export interface SeatState {
  /** The hand that the seat is playing. */
  hand: string[];
  /** If a seat has two hands: the one that it plays later, or has played. */
  other: string[];
  /** The seat has chosen its first hand, or has only one. */
  selected: boolean;
  /** Cards passed to the seat that have not arrived yet. */
  arriving: { from: number; cards: string[] }[];
  /** Cards in its hand that were passed to it. */
  received: string[];
  tricks: number;
  points: number;
}

export interface Position {
  seats: SeatState[];
  /** The cards of the current trick, in the order played. */
  trick: TableCard[];
  /** The seat that took the cards left over. */
  leftoverTaker?: number;
  subhand: 0 | 1;
  /** The step that led here. */
  step?: Step;
}

export function wordsOf(cards: string): string[] {
  return cards === "" ? [] : cards.split(" ");
}

/** The position before the first step, then the position after each step. */
export function positionsOf(hand: Hand): Position[] {
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
  const positions: Position[] = [{ seats, trick: [], subhand: 0 }];
  for (const step of hand.steps) positions.push(after(at(positions, positions.length - 1), step));
  return positions;
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
    case "pass": {
      const { seat: from, to } = step;
      const cards = wordsOf(step.cards);
      const given = withSeat(position, from, (seat) => ({ ...seat, hand: without(seat.hand, cards) }));
      return withSeat(given, to, (seat) => ({ ...seat, arriving: [...seat.arriving, { from, cards }] }));
    }
    case "play":
      position.trick = [...position.trick, step];
      return withSeat(position, step.seat, (seat) => ({
        ...seat,
        hand: without(seat.hand, [step.card]),
        received: without(seat.received, [step.card]),
      }));
    case "back":
      position.trick = position.trick.filter((lying) => !isTakenBack(lying, step));
      return withSeat(position, step.owner, (seat) => ({ ...seat, hand: [...seat.hand, step.card] }));
    case "take":
      position.trick = [];
      if (step.kitty) position.leftoverTaker = step.seat;
      return withSeat(position, step.seat, (seat) => ({
        ...seat,
        tricks: seat.tricks + 1,
        points: seat.points + step.points,
      }));
    case "subhand":
      position.subhand = 1;
      position.seats = position.seats.map((seat) => ({ ...seat, hand: seat.other, other: [] }));
      return position;
    case "say":
      return position;
  }
}

function isTakenBack(lying: TableCard, { owner, card }: Extract<Step, { kind: "back" }>): boolean {
  return lying.seat === owner && lying.card === card;
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

export interface Trick {
  number: number;
  plays: { card: TableCard; position: number }[];
  /** Position at which all its cards are on the table. It is taken in the next step. */
  complete: number;
  taker: number;
  points: number;
}

/** The tricks of a hand. If the hand broke off, the last trick may have no taker (-1). */
export function tricksOf(positions: readonly Position[]): Trick[] {
  const tricks: Trick[] = [];
  let plays: Trick["plays"] = [];
  positions.forEach(({ step }, index) => {
    if (step?.kind === "play") plays.push({ card: step, position: index });
    if (step?.kind === "back") plays = plays.filter(({ card }) => !isTakenBack(card, step));
    if (step?.kind !== "take") return;
    tricks.push({ number: tricks.length + 1, plays, complete: index - 1, taker: step.seat, points: step.points });
    plays = [];
  });
  const last = plays[plays.length - 1];
  if (last) tricks.push({ number: tricks.length + 1, plays, complete: last.position, taker: -1, points: 0 });
  return tricks;
}
