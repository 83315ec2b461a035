/** What the page reads of `arena rate --json` and `arena compare --json`, see arena/results/ratings/FORMAT.md. */

export interface Standings {
  /** `statuses`: the bots that are not current, if any. `anchors`: by name, the Elo that anchors were given. */
  field: { statuses?: BotStatus[]; anchors?: Record<string, number> };
  /** What `elo_pm`, `margin_pm` and `p` hold for; `played` is a share, 0 to 1, and only there with "planned". */
  intervals: { kind: "plain" | "planned" | "open"; played?: number };
  left_out: { incomplete_blocks: number; incomplete_games: number; void_blocks: number; void_games: number };
  suspects: { bot: string; test: "trend" | "first_game"; blocks: number; gain: number; p: number }[];
  /** Only if the league looks for its first bots. */
  first_bots?: InWords;
  pairs_to_look_at: {
    helper: string;
    gainer: string;
    blocks: number;
    gain: number;
    p: number;
    look_at: BlockPlace[];
  }[];
  /** Only if the one run is a duel. */
  duel?: InWords;
  /** The overall table, then one for each variant. */
  tables: RatingTable[];
}

export interface BlockPlace {
  /** The id of a stage. */
  run: string;
  block: number;
}

/** The state of a search or of a duel. */
export interface InWords {
  /** The first sentence is the result, or how far it is. */
  sentences: string[];
}

export interface BotStatus {
  bot: string;
  state: string;
  /** "2031-05-17T07:30:00Z"; `null` if nobody decided it. */
  time: string | null;
  reason: string;
}

export interface RatingTable {
  /** `null`: overall. */
  variant: string | null;
  blocks: number;
  games: number;
  anchor: string | null;
  /** Bots whose Elo was given in advance, if any. */
  anchored?: string[];
  rows: RatingRow[];
  unrated: string[];
  /** Groups of bots that games join. */
  joined: string[][];
  pairs: Pair[];
}

export interface RatingRow {
  /** `null`, like the two below: the bot is not current. */
  rank: number | null;
  rank_best: number | null;
  rank_worst: number | null;
  bot: string;
  /** "current", "replaced", "withdrawn" or "disqualified". */
  status: string;
  elo: number | null;
  elo_pm: number | null;
  margin: number | null;
  margin_pm: number | null;
  games: number;
  /** 0 to 1. */
  share: number | null;
  place: number | null;
  firsts: number | null;
  rough: boolean;
  forfeits: number;
  faults: number;
  faults_by_name: Record<string, number>;
  los_next: number | null;
  share_by_seat?: (number | null)[];
  hands?: number;
  moons?: number;
  answer_ms?: number | null;
  slowest_ms?: number | null;
}

/** Two bots, `bot` the better one. */
export interface Pair {
  bot: string;
  against: string;
  comparisons: number;
  /** Points of `bot`. */
  points: number;
  elo: number | null;
  elo_pm: number | null;
  los: number | null;
  /** For "both are equally strong", corrected for all pairs. */
  p: number | null;
  /** Their own games show that their shares of the points differ. */
  share_differs: boolean;
}

/** The output of `arena rate --history --json`: for each run, its moments, oldest first. */
export interface History {
  bots: string[];
  histories: HistoryPoint[][];
}

export interface HistoryPoint {
  run: string;
  stage: number;
  /** Rated blocks until then. */
  blocks: number;
  ends_stage: boolean;
  /** By index of `bots`. */
  elo: (number | null)[];
  elo_pm: (number | null)[];
}

/** The rows of current bots; all rows if `all` is asked for or no bot is current. */
export function shownRows({ rows }: RatingTable, all = false): RatingRow[] {
  const current = rows.filter((row) => row.status === "current");
  return all || current.length === 0 ? rows : current;
}

export interface Comparison {
  variants: { variant: string }[];
  levels: { bot: string; level: number | null }[];
  cells: ComparisonCell[];
  untold: string[];
}

export interface ComparisonCell {
  bot: string;
  variant: string;
  elo: number | null;
  elo_pm: number | null;
  /** How much Elo is above what the bot's other variants predict. */
  excess: number | null;
  excess_pm: number | null;
  p: number | null;
  blocks: number;
  specialist: boolean;
}
