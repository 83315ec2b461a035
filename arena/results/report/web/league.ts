/** The report's data, with look-ups between its parts. */

import type { GameRow, Replay, Report } from "./data";
import { el, link, said, saidId, type Child } from "./dom";
import { at, sum } from "./numbers";
import type { RatingRow, RatingTable } from "./ratings";
import { hashOf } from "./routes";

/** A `GameRow` with names for its columns. */
export interface Game {
  run: number;
  variant: number;
  id: string;
  /** By seat. */
  bots: number[];
  scores: number[];
  places: number[];
  hands: number;
  /** Bit sets of seats: those that shot the moon, and those that forfeited. */
  moons: number;
  forfeits: number;
  faults: number;
  /** Points between the best score and the next. */
  margin: number;
}

function gameOf(row: GameRow): Game {
  const [run, variant, block, game, bots, scores, places, hands, moons, forfeits, faults] = row;
  const [best = 0, next = best] = [...scores].sort((a, b) => a - b);
  const id = `b${block}g${game}`;
  return { run, variant, id, bots, scores, places, hands, moons, forfeits, faults, margin: next - best };
}

/** A row of ratings with the table that it is from. */
export interface VariantRow extends RatingRow {
  /** `null`: overall. */
  variant: string | null;
}

/** What Elo is relative to: the bots whose Elo is fixed, none for the mean of all, and their mean Elo. */
export interface Zero {
  bots: string[];
  elo: number;
}

export class League {
  readonly games: Game[];
  private readonly botsByName: Map<string, number>;
  private readonly variantsById: Map<string, number>;

  constructor(readonly report: Report) {
    this.games = report.games.map(gameOf);
    this.botsByName = new Map(report.bots.map((bot, index) => [bot.name, index]));
    this.variantsById = new Map(report.variants.map((variant, index) => [variant.id, index]));
  }

  /** All games of all runs are played. A league may still be extended. */
  get hasEnded(): boolean {
    return !this.report.live && this.report.runs.every((run) => run.keysRevealed);
  }

  /** To follow a figure that holds at all looks together: " so far", or nothing if the figures are for one look. */
  get soFar(): string {
    return (this.report.standings?.intervals.kind ?? "plain") === "plain" ? "" : " so far";
  }

  get tables(): RatingTable[] {
    return this.report.standings?.tables ?? [];
  }

  /** Finds what the Elo of a table is relative to: that of its first group if groups have different anchors. */
  zeroOf({ anchor, anchored = [], joined }: RatingTable): Zero {
    if (anchor !== null) return { bots: [anchor], elo: 1500 };
    const group = joined.find((bots) => anchored.some((bot) => bots.includes(bot))) ?? [];
    const bots = anchored.filter((bot) => group.includes(bot));
    const given = this.report.standings?.field.anchors ?? {};
    return { bots, elo: bots.length > 0 ? sum(bots.map((bot) => given[bot] ?? 1500)) / bots.length : 1500 };
  }

  /** Finds the rows of a bot: overall, then by variant. */
  rowsOf(bot: string): VariantRow[] {
    return this.tables.flatMap(({ variant, rows }) =>
      rows.filter((row) => row.bot === bot).map((row) => ({ ...row, variant })),
    );
  }

  /** The bot's name, as a link to its page. */
  botLink(bot: number | string): Child {
    const index = typeof bot === "number" ? bot : this.botsByName.get(bot);
    if (index === undefined) return said(String(bot));
    return link(hashOf("bot", [index]), said(at(this.report.bots, index).name));
  }

  variantLink(variant: number | string): Child {
    const index = typeof variant === "number" ? variant : this.variantsById.get(variant);
    if (index === undefined) return saidId(String(variant));
    return link(hashOf("about", ["variant", index]), saidId(at(this.report.variants, index).id));
  }

  replay(run: number, id: string): Replay | undefined {
    const key = `${run}/${id}`;
    return Object.hasOwn(this.report.replays, key) ? this.report.replays[key] : undefined;
  }

  /**
   * Finds a game of the block that the report can show, or else the block's first game. `stage` is the id of a stage.
   * If the report does not have the run, the index of the run is -1.
   */
  gameOfBlock(stage: string, block: number): { run: number; id: string } {
    const { runs, replays } = this.report;
    const isOfBlock = ({ run, id }: Replay): boolean =>
      at(runs, run).stages.includes(stage) && id.startsWith(`b${block}g`);
    const run = runs.findIndex(({ stages }) => stages.includes(stage));
    return Object.values(replays).find(isOfBlock) ?? { run, id: `b${block}g0` };
  }

  /** A game's id, as a link to the game if the report can show it. `path` is appended to the address. */
  gameLink(run: number, id: string, ...path: string[]): Child {
    if (!this.replay(run, id)) return el("span", { class: "faint" }, said(id));
    return link(hashOf("game", [run, id, ...path]), said(id));
  }
}
