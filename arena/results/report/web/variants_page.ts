import { el, said, type Child } from "./dom";
import { emptyCell, heatCell, heatLegend } from "./heat";
import type { League } from "./league";
import { counted, fixed, percent, plusMinus, signed } from "./numbers";
import { note, page, type Page } from "./page_parts";
import { shownRows, type Comparison, type ComparisonCell, type RatingRow, type RatingTable } from "./ratings";
import { columnHead, framedTable, rowHead, tableRow } from "./table";

interface RatingMap {
  bots: string[];
  variants: string[];
  level: (bot: string) => number | null | undefined;
  cell: (bot: string, variant: string) => HTMLElement;
}

/** A difference of this much Elo, up or down, gets the full colour. */
const fullHeat = 120;

export function variantsPage(league: League): Page {
  const comparison = league.report.comparison;
  const map = comparison ? comparedMap(league, comparison) : ratedMap(league);
  if (map.variants.length === 0 || map.bots.length === 0)
    return page("Variants", note("There are no rated games here."));
  const text = comparison
    ? "Elo from one model of all variants. The colour shows whether a bot does better or worse than its other variants predict. ★ marks specialists (p below 0.05 after Holm's correction). A dot means that too little is known: the bot has too few games, or won or lost nearly all points."
    : "Elo within each variant. The colour shows whether it is above or below the bot's overall Elo. Variants have different scales, so their figures cannot be compared directly. The arena compares variants once two or more of them have enough games.";
  return page(
    "Variants",
    heatMap(league, map),
    heatLegend("worse than elsewhere", "better than elsewhere"),
    note(text),
    withoutEstimate(comparison),
  );
}

function comparedMap(league: League, { cells, levels, variants }: Comparison): RatingMap {
  const [overall] = league.tables;
  const former = new Set(overall?.rows.map((row) => row.bot));
  if (overall) shownRows(overall).forEach((row) => former.delete(row.bot));
  const byBotAndVariant = new Map(cells.map((cell) => [cell.bot + "\n" + cell.variant, cell]));
  const byBot = new Map(levels.map(({ bot, level }) => [bot, level]));
  return {
    bots: levels.map(({ bot }) => bot).filter((bot) => !former.has(bot)),
    variants: variants.map(({ variant }) => variant),
    level: (bot) => byBot.get(bot),
    cell: (bot, variant) => comparedCell(byBotAndVariant.get(bot + "\n" + variant)),
  };
}

function comparedCell(cell: ComparisonCell | undefined): HTMLElement {
  if (!cell || cell.elo === null) return heatOf(null, null, "");
  const excess =
    cell.excess === null ? "not known" : `${signed(cell.excess)} ${plusMinus(cell.excess_pm)}, p = ${fixed(cell.p, 3)}`;
  const blocks = counted(cell.blocks, "block");
  const title = `Elo ${fixed(cell.elo)} ${plusMinus(cell.elo_pm)} from ${blocks}; excess ${excess}`;
  const star = cell.specialist ? el("span", { role: "img", "aria-label": "specialist" }, "★") : null;
  return heatOf(cell.elo, cell.excess, title, star);
}

function ratedMap(league: League): RatingMap {
  const [overall, ...tables] = league.tables;
  const rowOf = (bot: string, table: RatingTable | undefined): RatingRow | undefined =>
    table?.rows.find((row) => row.bot === bot);
  return {
    bots: overall ? shownRows(overall).map((row) => row.bot) : [],
    variants: tables.flatMap(({ variant }) => (variant === null ? [] : [variant])),
    level: (bot) => rowOf(bot, overall)?.elo,
    cell: (bot, variant) => {
      const row = rowOf(bot, tables.find((table) => table.variant === variant));
      const elsewhere = rowOf(bot, overall)?.elo ?? null;
      if (!row || row.elo === null) return heatOf(null, null, "");
      const title = `Elo ${fixed(row.elo)} ${plusMinus(row.elo_pm)}, share ${percent(row.share)}`;
      return heatOf(row.elo, elsewhere === null ? null : row.elo - elsewhere, title);
    },
  };
}

function heatMap(league: League, map: RatingMap): HTMLElement {
  const heads = map.variants.map((variant) => columnHead(league.variantLink(variant), { class: "upright" }));
  const lines = map.bots.map((bot) =>
    tableRow(
      rowHead(league.botLink(bot)),
      el("td", { class: "figure" }, fixed(map.level(bot))),
      ...map.variants.map((variant) => map.cell(bot, variant)),
    ),
  );
  const all = columnHead("All", { class: "figure" });
  const body = el("tbody", {}, ...lines);
  return framedTable("matrix", "Elo of each bot in each variant", [columnHead("Bot"), all, ...heads], body);
}

/** A cell with a bot's Elo in a variant, coloured by how far that is from its strength elsewhere. */
function heatOf(elo: number | null, excess: number | null, title: string, mark: Child = null): HTMLElement {
  if (elo === null) return emptyCell("too few games, or nearly all points won or lost");
  return heatCell((excess ?? 0) / fullHeat, title, mark, fixed(elo));
}

function withoutEstimate(comparison: Comparison | undefined): HTMLElement | null {
  if (!comparison || comparison.untold.length === 0) return null;
  const names = comparison.untold.flatMap((name, index) => [index === 0 ? " " : ", ", said(name)]);
  const why = "These bots have no estimate, because they have too few blocks, or won or lost nearly all points:";
  return note(why, ...names, ".");
}
