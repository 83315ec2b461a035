/**
 * What a page of `arena report` is made of: the one block of JSON in it. C++ writes it (arena/results/report/report.cpp), this
 * page reads it. All text in it is data, never markup. Cards are words as in the records: "QS", "TD"; the Joker of a suit is "XR".
 */

import type { Comparison, Standings } from "./ratings";

export interface Report {
  v: 1;
  /** Seconds since 1970 when the page was written. */
  made: number;
  /** "0.1.0 (commit)". */
  arena: string;
  /** The run is under way: the page is written anew every `every` seconds. */
  live?: { games: number; planned: number; every: number };
  runs: Run[];
  bots: Bot[];
  variants: Variant[];
  /**
   * `arena rate --json`, with its details, word for word: arena/results/ratings/FORMAT.md. Not in the page of a single game. Of very
   * many pairs of bots `pairsLeftOut` are left out, first those that were never compared.
   */
  standings?: Standings;
  pairsLeftOut?: number;
  /** `arena compare --json`, where there are two variants to compare. */
  comparison?: Comparison;
  games: GameRow[];
  /** Games beyond the number that a page holds. */
  gamesLeftOut: number;
  /** Every fault of the games above, and of void blocks; at most a bounded number, then `faultsLeftOut` more. */
  faults: FaultRow[];
  faultsLeftOut: number;
  /** Games that can be shown card by card, by key "RUN/ID" with the index of the run: "0/b0g0". */
  replays: Record<string, Replay>;
  /** Games of `games` that have no replay here. */
  replaysLeftOut: number;
}

export interface Run {
  id: string;
  /** Its id where the league has none. */
  name: string;
  notes: string;
  /** 64 hexadecimal digits, by stage. */
  receipts: string[];
  commitments: string[];
  digest: string;
  keysRevealed: boolean;
  isolation: string;
  arena: string;
  /** Complete ones. */
  blocks: number;
  planned: number;
  games: number;
  voidBlocks: number;
  /** Sentences: limits of time and patience, resources, seed or entropy. */
  facts: string[];
  /** A command line that verifies it. */
  verify: string;
}

/** Indices of bots are those of standings.bots, where there are standings. */
export interface Bot {
  /** As the standings show it. */
  name: string;
  author: string;
  version: string;
  hash: string;
  /** Scores at the end of games (lower is better), as a histogram: `from`, width of a bin, counts. By variant index. */
  scores: { variant: number; from: number; width: number; counts: number[] }[];
  /** Seats it had by place: index 0 is the first place; shared places count at the best of them. By variant index. */
  places: { variant: number; counts: number[] }[];
  /** Times of answers, by powers of two of a microsecond: counts[i] is of those below 2^i us. Of the answers known. */
  answers: number[];
}

export interface Variant {
  id: string;
  seats: number;
  /** The suits of the deck in their order: letter and name ("spades", "Rock"). */
  suits: { letter: string; name: string }[];
  /** The Jokers, one of each suit, its lowest card: "XR". None in most decks. */
  jokers: string[];
  /**
   * The rules in plain words under their headings ("Pack and deal"), with the ids that they stand on ("R002-22 A001-3") where
   * there are any. As `arena variants ID` explains them.
   */
  rules: { section: string; text: string; rule: string }[];
  /** "to 100 points" or "4 hands". */
  length: string;
}

/**
 * [run, variant, block, game, bots by seat, scores, places, hands, shooters by bit of the seat, seats that forfeited by bit,
 * faults]. Numbers of runs, variants and bots are indices above.
 */
export type GameRow = [number, number, number, number, number[], number[], number[], number, number, number, number];

export interface FaultRow {
  run: number;
  /** "b0g0"; of a game that is not among the games when its block is void. */
  game: string;
  /** -1 where it is not known. */
  variant: number;
  bot: number;
  seat: number;
  hand: number;
  question: number;
  fault: string;
  blame: "bot" | "arena" | "machine";
  detail: string;
  forfeits: boolean;
  sent: string[];
  received: string[];
  stderr: string;
}

export interface Replay {
  id: string;
  run: number;
  variant: number;
  /** Bots by seat, as indices, and what to call each: "ann", or "ann:2" where one sits in several seats. */
  bots: number[];
  names: string[];
  scores: number[];
  places: number[];
  busy: boolean;
  hands: Hand[];
  /**
   * By seat, then by question, the first at index 0: microseconds charged, 0 where not known, and what is left of the bank, -1
   * where not known.
   */
  times: number[][];
  banks: number[][];
  /** What stands beside the cards, by seat and question (0: before the first). */
  notes: Note[];
  /** What a move may take, in microseconds: half of it is slow. */
  move: number;
}

export interface Note {
  seat: number;
  question: number;
  kind: "info" | "stderr" | "refused" | "fault" | "sent" | "received";
  text: string;
}

export interface Hand {
  number: number;
  dealer: number;
  /** "pass left". */
  passWords: string;
  extra: boolean;
  /** Totals before and after. */
  before: number[];
  after: number[];
  /** Points of this hand, before floors and sinkholes; empty when it was thrown in. */
  change: number[];
  /** Cards dealt, [sub-hand][seat], words with a space between. */
  deal: string[][];
  leftover: string;
  pointSuit: string;
  /** Sentences: a faulty deal, what the laws charged. */
  remarks: string[];
  thrownIn: boolean;
  steps: Step[];
}

/**
 * What happened, in order. `seat` decided, at its question `q` (0: it was not asked). `by`: the arena or the house player
 * decided for it. The viewer plays these without knowing a rule: it moves cards.
 */
export type Step = { seat: number; q: number; by?: "arena" | "house" } &
  /** The seat plays deal[hand] first. */
  (
    | { kind: "select"; hand: 0 | 1 }
    | { kind: "pass"; to: number; cards: string }
    /** The card goes from the seat's hand to the trick. `early`: it leads out of turn. `revoke`: it does not follow suit. */
    | { kind: "play"; card: string; early?: true; revoke?: true }
    /** The card on the trick of `owner` goes back to its hand. */
    | { kind: "back"; owner: number; card: string }
    /** The trick is complete: `seat` takes it. `points` as they count now. `kitty`: it takes the cards left over with it. */
    | { kind: "take"; points: number; kitty?: true }
    /** The second of two hands begins. */
    | { kind: "subhand" }
    /** Said to all: a law, a claim, a moon. `moon`: the seat shot it. */
    | { kind: "say"; text: string; moon?: true }
  );
