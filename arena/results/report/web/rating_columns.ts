/** Columns for a row of ratings, in the standings and on the page of a bot. */

import { el, said, type Child } from "./dom";
import { count, fixed, percent, plusMinus, signed, unknown } from "./numbers";
import type { BotStatus, RatingRow } from "./ratings";
import { figures } from "./table";

export const ratingColumns = {
  elo: figures<RatingRow>("Elo", (row) => withInterval(fixed(row.elo), plusMinus(row.elo_pm), row.rough), {
    means: "Elo, ± half of its 95% interval, or band while games are played",
    order: (row) => row.elo,
  }),
  margin: figures<RatingRow>("Margin", (row) => withInterval(signed(row.margin, 2), plusMinus(row.margin_pm, 2)), {
    means: "Points a hand better than what Elo is relative to (see below the table of the standings), ± half of the 95% interval, or band while games are played",
    order: (row) => row.margin,
  }),
  share: figures<RatingRow>("Share", (row) => percent(row.share), {
    means: "Share of the comparisons with opponents at its table that it won; a shared place counts half",
    order: (row) => row.share,
  }),
  firsts: figures<RatingRow>("Firsts", (row) => percent(row.firsts), {
    means: "Share of its seats that came first",
    order: (row) => row.firsts,
  }),
  place: figures<RatingRow>("Place", (row) => fixed(row.place, 2), {
    means: "Mean place over its seats; 1 is the best",
    order: (row) => row.place,
    first: "smallest",
  }),
  games: figures<RatingRow>("Games", (row) => count(row.games), { order: (row) => row.games }),
};

export function rankRange({ rank_best, rank_worst }: RatingRow): string {
  if (rank_best === null) return unknown;
  return rank_best === rank_worst ? String(rank_best) : `${rank_best}–${rank_worst}`;
}

/** "withdrawn (2031-05-17: reason)", "replaced (by duck~2)". */
export function statusText({ state, time, reason }: BotStatus): Child[] {
  return [`${state} (`, ...(time === null ? [] : [said(time.slice(0, 10)), ": "]), said(reason), ")"];
}

/** "1531 ±23"; rough figures are marked with "~". */
export function withInterval(value: string, interval: string, rough = false): Child {
  if (value === unknown) return value;
  const title = rough ? "rough: it beat the others in fewer than 10 comparisons, or lost in fewer than 10" : null;
  return el("span", { title }, `${rough ? "~" : ""}${value} `, el("small", {}, interval));
}
