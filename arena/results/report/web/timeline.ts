/** A whole game as a sequence of moments: a hand, and a position in it. */

import type { Note, Replay } from "./data";
import { positionsOf, tricksOf, type Position, type Trick } from "./hand_play";
import { at } from "./numbers";

export interface Moment {
  /** Index of the hand. */
  hand: number;
  /** How many steps of the hand have been made. */
  position: number;
}

export interface HandLine {
  positions: Position[];
  tricks: Trick[];
  /** By position and seat: the last question the seat has answered in the game so far; 0 if none. */
  asked: number[][];
}

export class Timeline {
  private readonly lines: (HandLine | undefined)[] = [];
  /** Moments with a fault, in order. */
  readonly faults: Moment[];

  constructor(readonly replay: Replay) {
    const faulty = new Set(replay.notes.filter(({ kind }) => kind === "fault"));
    this.faults =
      faulty.size > 0 ? this.moments().filter((moment) => this.notesAt(moment).some((note) => faulty.has(note))) : [];
  }

  line(hand: number): HandLine {
    return (this.lines[hand] ??= this.lineOf(hand));
  }

  last(hand: number): number {
    return at(this.replay.hands, hand).steps.length;
  }

  /** "3", or "3.2" for a hand that was dealt again after it was thrown in. */
  handName(hand: number): string {
    const { number } = at(this.replay.hands, hand);
    const times = this.replay.hands.slice(0, hand + 1).filter((other) => other.number === number).length;
    return times > 1 ? `${number}.${times}` : String(number);
  }

  isEnd({ hand, position }: Moment): boolean {
    return hand === this.replay.hands.length - 1 && position === this.last(hand);
  }

  /** Moves one step forward or back, across hands; stops at the ends of the game. */
  moved({ hand, position }: Moment, by: 1 | -1): Moment {
    const next = position + by;
    if (next > this.last(hand)) return this.handMoved({ hand, position }, 1);
    if (next < 0) return hand > 0 ? { hand: hand - 1, position: this.last(hand - 1) } : { hand, position };
    return { hand, position: next };
  }

  /** Moves to the start of the next hand or the previous one; stops at the ends of the game. */
  handMoved({ hand }: Moment, by: 1 | -1): Moment {
    if (hand + by >= this.replay.hands.length) return { hand, position: this.last(hand) };
    return { hand: Math.max(0, hand + by), position: 0 };
  }

  /** The next fault; after the last one, the first again. */
  nextFault({ hand, position }: Moment): Moment | undefined {
    const isLater = (fault: Moment): boolean => fault.hand > hand || (fault.hand === hand && fault.position > position);
    return this.faults.find(isLater) ?? this.faults[0];
  }

  /** Moves to where the next or the previous trick is complete, or to an end of the hand. */
  trickMoved(moment: Moment, by: 1 | -1): Moment {
    const { hand, position } = moment;
    const stops = [0, ...this.line(hand).tricks.map((trick) => trick.complete), this.last(hand)];
    const found = by > 0 ? stops.find((stop) => stop > position) : stops.reverse().find((stop) => stop < position);
    return found === undefined ? this.moved(moment, by) : { hand, position: found };
  }

  /** The notes of a moment. Notes from before the first question are at the start, those after the last at the end. */
  notesAt(moment: Moment): Note[] {
    const { hand, position } = moment;
    const line = this.line(hand);
    const now = at(line.asked, position);
    const before = position > 0 ? at(line.asked, position - 1) : now;
    const isStart = hand === 0 && position === 0;
    const isEnd = this.isEnd(moment);
    return this.replay.notes.filter(({ seat, question }) => {
      if (question === 0) return isStart;
      return (question > at(before, seat) && question <= at(now, seat)) || (isEnd && question > at(now, seat));
    });
  }

  /** The moment at which a seat answered a question, or the next moment that the record has. */
  momentOf(seat: number, question: number): Moment {
    for (const moment of this.moments()) {
      const asked = at(this.line(moment.hand).asked, moment.position);
      if ((asked[seat] ?? 0) >= question) return moment;
    }
    const hand = this.replay.hands.length - 1;
    return { hand, position: this.last(hand) };
  }

  private moments(): Moment[] {
    return this.replay.hands.flatMap(({ steps }, hand) =>
      Array.from({ length: steps.length + 1 }, (_, position) => ({ hand, position })),
    );
  }

  private lineOf(hand: number): HandLine {
    const positions = positionsOf(at(this.replay.hands, hand));
    const before = hand > 0 ? at(this.line(hand - 1).asked, this.last(hand - 1)) : this.replay.bots.map(() => 0);
    const asked = [before];
    for (const { step } of positions.slice(1)) {
      const latest = [...at(asked, asked.length - 1)];
      if (step && step.q > 0) latest[step.seat] = step.q;
      asked.push(latest);
    }
    return { positions, tricks: tricksOf(positions), asked };
  }
}
