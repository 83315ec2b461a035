/**
 * The data of a page of `arena report`: one block of JSON in the page. C++ writes it
 * (arena/results/report/report.cpp), this script reads it. All text in it is data, never markup. Cards are written as
 * in the records: "QS", "TD"; the Joker of a suit is "XR".
 */

import type { Comparison, History, Standings } from "./ratings";

export interface Report {
  v: 1;
  /** When the page was written, in seconds since 1970. */
  made: number;
  /** "0.1.0 (commit)". */
  arena: string;
  /** Only while the run is being played: the page is rewritten every `every` seconds. */
  live?: { games: number; planned: number; every: number };
  runs: Run[];
  bots: Bot[];
  variants: Variant[];
  /**
   * The output of `arena rate --json --details`, see arena/results/ratings/FORMAT.md. The page of a single game has
   * none. If there are very many pairs of bots, `pairsLeftOut` of them are left out, first those that were never
   * compared.
   */
  standings?: Standings;
  pairsLeftOut?: number;
  /** How the Elo of each bot developed; with the standings. */
  history?: History;
  /** The output of `arena compare --json`, if there are at least two variants to compare. */
  comparison?: Comparison;
  games: GameRow[];
  /** How many games are missing because a page can hold only so many. */
  gamesLeftOut: number;
  /** The faults of the games above and of void blocks. Their number is bounded: `faultsLeftOut` more are left out. */
  faults: FaultRow[];
  faultsLeftOut: number;
  /** Games that can be shown card by card. The key is "RUN/ID" with the index of the run: "0/b0g0". */
  replays: Record<string, Replay>;
  /** How many of `games` have no replay here. */
  replaysLeftOut: number;
}

export interface Run {
  id: string;
  /** The ids of its stages. The first stage has the id of the run. */
  stages: string[];
  /** The league's name, or the run's id if the league has none. */
  name: string;
  notes: string;
  /** By stage, 64 hexadecimal digits each. */
  receipts: string[];
  commitments: string[];
  digest: string;
  keysRevealed: boolean;
  isolation: string;
  arena: string;
  /** Complete blocks. */
  blocks: number;
  planned: number;
  games: number;
  voidBlocks: number;
  /** Sentences about limits, resources, settings and entropy. */
  facts: string[];
  /** The command that verifies the run. */
  verify: string;
}

/** If there are standings, bots have the same indices as in `standings.field.bots`. */
export interface Bot {
  /** The name that the standings use. */
  name: string;
  author: string;
  version: string;
  hash: string;
  /** How it is started and what it may use: pairs of a name and a text. */
  settings: [string, string][];
  /**
   * Histograms of scores at the end of games (lower is better), by index of the variant. Bin i starts at from + i *
   * width.
   */
  scores: { variant: number; from: number; width: number; counts: number[] }[];
  /**
   * By index of the variant: how many seats got each place, the first place at index 0. Shared places count as the
   * best.
   */
  places: { variant: number; counts: number[] }[];
  /** Histogram of the known answer times: index i counts those below 2^i µs that are not in an earlier bin. */
  answers: number[];
}

export interface Variant {
  id: string;
  /** What a variant file calls it and says about it; empty for a rule system. */
  title: string;
  about: string;
  seats: number;
  /** The suits in deck order: letter and name ("spades", "Rock"). */
  suits: { letter: string; name: string }[];
  /** The Jokers, such as "XR": one in each suit, as its lowest card. Most decks have none. */
  jokers: string[];
  /**
   * The rules in plain words, as `arena variants ID` explains them: the heading ("Pack and deal"), the sentence, and
   * the ids of the rules that it rests on ("R002-22 A001-3"), if any.
   */
  rules: { section: string; text: string; rule: string }[];
  /** "until a score reaches 100, at most 50 hands" or "4 hands". */
  length: string;
}

/**
 * [run, variant, block, game, bots by seat, scores, places, hands, shooters, forfeits, faults]. Runs, variants and
 * bots are indices of the lists above. Shooters and forfeits are bit sets of seats.
 */
export type GameRow = [number, number, number, number, number[], number[], number[], number, number, number, number];

export interface FaultRow {
  run: number;
  /** "b0g0". If its block is void, the game is not in `games`. */
  game: string;
  /** -1 if not known. */
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
  /** Bots by seat: their indices, and the names to show: "ann", or "ann:2" if a bot sits in several seats. */
  bots: number[];
  names: string[];
  scores: number[];
  places: number[];
  /** The largest number of hands ended the game, rather than its totals. */
  cut: boolean;
  busy: boolean;
  /** In place of busy, if more games were played at the same time than there were processors. */
  crowded: boolean;
  hands: Hand[];
  /**
   * By seat, then by question, the first one at index 0. `times`: microseconds charged, 0 if not known. `banks`:
   * microseconds left in the bank, -1 if not known.
   */
  times: number[][];
  banks: number[][];
  /** Notes to show beside the cards. Question 0 is before the first one. */
  notes: Note[];
  /** Each seat's time limit for a move in microseconds. An answer that takes half of it or more counts as slow. */
  move: number[];
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
  /** Points of this hand, before floors and sinkholes; empty if it was thrown in. */
  change: number[];
  /** Cards dealt, by sub-hand and seat, separated by spaces. */
  deal: string[][];
  leftover: string;
  pointSuit: string;
  /** Sentences about a faulty deal and about points that the laws charged. */
  remarks: string[];
  thrownIn: boolean;
  steps: Step[];
}

/**
 * One thing that happened, in order. `seat` decided it, at its question `q` (0: it was not asked). `by`: the arena or a
 * house player decided for the seat. The viewer knows no rules: it moves cards as the steps say.
 */
export type Step = { seat: number; q: number; by?: "arena" | "house" } &
  /** The seat plays deal[hand] first. */
  (
    | { kind: "select"; hand: 0 | 1 }
    | { kind: "pass"; to: number; cards: string }
    /** The card goes from the hand to the trick. `early`: led out of turn. `revoke`: did not follow suit. */
    | { kind: "play"; card: string; early?: true; revoke?: true }
    /** The card that `owner` played to the trick goes back to its hand. */
    | { kind: "back"; owner: number; card: string }
    /** `seat` takes the complete trick, for these points. `kitty`: it also takes the cards left over. */
    | { kind: "take"; points: number; kitty?: true }
    /** The second of two hands begins. */
    | { kind: "subhand" }
    /** A sentence to show, about a law, a claim or a moon. `moon`: the seat shot the moon. */
    | { kind: "say"; text: string; moon?: true }
  );
