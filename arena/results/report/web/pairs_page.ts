import { el, visible } from "./dom";
import { emptyCell, heatCell, heatLegend } from "./heat";
import type { League } from "./league";
import { counted, fixed, likelihood, percent, plusMinus, signed } from "./numbers";
import { note, page, tableTabs, tableTitle, tabs, type Page } from "./page_parts";
import { shownRows, type Pair, type RatingTable } from "./ratings";
import { hashOf, indexIn, type Route } from "./routes";
import { columnHead, framedTable, rowHead, tableRow } from "./table";

type Measure = "share" | "los";

const measures: Record<Measure, { name: string; title: string; below: string; above: string }> = {
  share: { name: "Share", title: "share of points", below: "fewer points", above: "more points" },
  los: { name: "LOS", title: "likelihood of superiority", below: "weaker", above: "stronger" },
};

export function pairsPage(league: League, route: Route): Page {
  const index = indexIn(route.path[0], league.tables.length);
  const table = league.tables[index];
  if (!table || table.rows.length === 0) return page("Head to head", note("There are no rated games here."));
  const measure: Measure = route.path[1] === "los" ? "los" : "share";
  const choices = (["share", "los"] as const).map((name) => ({
    label: measures[name].name,
    href: hashOf("pairs", [index, name]),
    current: name === measure,
  }));
  return page(
    "Head to head",
    tableTabs(league, "pairs", index, [measure]),
    tabs("Measure", choices),
    matrix(league, table, measure),
    heatLegend(measures[measure].below, measures[measure].above),
    leftOut(league),
    note(
      "Each row is a bot and each column an opponent, best first. ",
      measure === "share" ? shareNote : losNote(league, "the bot of the row"),
    ),
  );
}

export const shareNote =
  "In each game a bot gets one point for every opponent that it beats, and half a point for a shared place. *: by the games of these two alone, the share is not 50% (p < 0.05, corrected for all pairs).";

export function losNote(league: League, bot: string): string {
  return `The likelihood${league.soFar} that ${bot} is the stronger one, from all games, for this pair alone: among many pairs, some reach 95% by luck.`;
}

/** A note if the report does not have all pairs. */
export function leftOut(league: League): HTMLElement | null {
  const left = league.report.pairsLeftOut ?? 0;
  if (left === 0) return null;
  return note(
    `The tables of this report leave out ${counted(left, "pair")} of bots, first those that never met. `,
    el("code", {}, "arena rate RUN --json"),
    " lists all pairs.",
  );
}

/** The pair seen from `bot`. */
export function turned(pair: Pair, bot: string): Pair {
  if (pair.bot === bot) return pair;
  return {
    ...pair,
    bot,
    against: pair.bot,
    points: pair.comparisons - pair.points,
    elo: pair.elo === null ? null : -pair.elo,
    los: pair.los === null ? null : 1 - pair.los,
  };
}

export function share(pair: Pair): number | null {
  return pair.comparisons > 0 ? pair.points / pair.comparisons : null;
}

/** The mark after a share, which `shareNote` explains. */
export function star(pair: Pair): string {
  return pair.share_differs ? "*" : "";
}

function matrix(league: League, table: RatingTable, measure: Measure): HTMLElement {
  const names = shownRows(table).map((row) => row.bot);
  const pairs = new Map<string, Map<string, Pair>>(names.map((name) => [name, new Map()]));
  for (const pair of table.pairs) {
    if (!pairs.has(pair.bot) || !pairs.has(pair.against)) continue;
    pairs.get(pair.bot)?.set(pair.against, pair);
    pairs.get(pair.against)?.set(pair.bot, turned(pair, pair.against));
  }
  const missing = league.report.pairsLeftOut ? "never met, or left out of this page" : "never met";
  const heads = names.map((name, index) =>
    columnHead(index + 1, { title: visible(name), "aria-label": visible(name) }),
  );
  const lines = names.map((name, index) =>
    tableRow(
      el("td", { class: "figure" }, index + 1),
      rowHead(league.botLink(name)),
      ...names.map((other) => cellOf(league, pairs.get(name)?.get(other), name === other, measure, missing)),
    ),
  );
  const title = measures[measure].title + (measure === "los" ? league.soFar : "");
  const caption = el("span", {}, `Head to head, ${title} in percent, `, tableTitle(table.variant));
  return framedTable("matrix", caption, [columnHead("#"), columnHead("Bot"), ...heads], el("tbody", {}, ...lines));
}

function cellOf(
  league: League,
  pair: Pair | undefined,
  same: boolean,
  measure: Measure,
  missing: string,
): HTMLTableCellElement {
  if (same) return el("td", { class: "heat same" }, el("span", { class: "unseen" }, "itself"));
  const value = pair ? (measure === "share" ? share(pair) : pair.los) : null;
  if (!pair || value === null) return emptyCell(missing);
  return heatCell(2 * value - 1, pairTitle(league, pair), fixed(100 * value) + (measure === "share" ? star(pair) : ""));
}

/** "ann against ben: 52.3% of 400 comparisons, Elo +16 ±20, LOS so far 94.1%" */
function pairTitle(league: League, pair: Pair): string {
  const elo = `Elo ${signed(pair.elo)} ${plusMinus(pair.elo_pm)}`;
  const of = counted(pair.comparisons, "comparison");
  return `${visible(pair.bot)} against ${visible(pair.against)}: ${percent(share(pair))} of ${of}, ${elo}, LOS${league.soFar} ${likelihood(pair.los)}`;
}
