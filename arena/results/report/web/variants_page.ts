import { el, said } from "./dom";
import { emptyCell, heatCell, heatLegend } from "./heat";
import type { League } from "./league";
import { counted, fixed, percent, plusMinus, signed } from "./numbers";
import { note, page, type Page } from "./page_parts";
import type { Comparison, ComparisonCell } from "./ratings";
import { columnHead, framedTable, rowHead } from "./table";

/** A bot in a variant: its Elo there, and how far that is from what it shows elsewhere. */
interface Cell {
  elo: number;
  excess: number | null;
  title: string;
  marked: boolean;
}

interface RatingMap {
  bots: string[];
  variants: string[];
  level: (bot: string) => number | null;
  cell: (bot: string, variant: string) => Cell | null;
}

/** So many Elo above or below have the full colour. */
const fullHeat = 120;

export function variantsPage(league: League): Page {
  const comparison = league.report.comparison;
  const map = comparison ? comparedMap(comparison) : ratedMap(league);
  if (map.variants.length === 0 || map.bots.length === 0) return page("Variants", note("No games are rated here."));
  const text = comparison
    ? "Elo by one model over all variants. Colour: above or below what the bot's other variants predict. ★ marks specialists (p below 0.05 after Holm's correction). In a cell with a dot too little is known: too few games, or nearly all points won or lost."
    : "Elo within each variant. Colour: above or below the bot's overall Elo. Scales of variants differ; the arena compares them where two or more have games enough.";
  return page(
    "Variants",
    heatMap(league, map),
    heatLegend("worse than elsewhere", "better than elsewhere"),
    note(text),
    untold(comparison),
  );
}

function comparedMap(comparison: Comparison): RatingMap {
  const cells = new Map(comparison.cells.map((cell) => [cell.bot + "\n" + cell.variant, cell]));
  const levels = new Map(comparison.levels.map(({ bot, level }) => [bot, level]));
  return {
    bots: comparison.levels.map(({ bot }) => bot),
    variants: comparison.variants.map(({ variant }) => variant),
    level: (bot) => levels.get(bot) ?? null,
    cell: (bot, variant) => comparedCell(cells.get(bot + "\n" + variant)),
  };
}

function comparedCell(cell: ComparisonCell | undefined): Cell | null {
  if (!cell || cell.elo === null) return null;
  const excess =
    cell.excess === null ? "not known" : `${signed(cell.excess)} ${plusMinus(cell.excess_pm)}, p = ${fixed(cell.p, 3)}`;
  const title = `Elo ${fixed(cell.elo)} ${plusMinus(cell.elo_pm)} from ${counted(cell.blocks, "block")}; excess ${excess}`;
  return { elo: cell.elo, excess: cell.excess, title, marked: cell.specialist };
}

function ratedMap(league: League): RatingMap {
  const [overall, ...tables] = league.tables;
  const level = (bot: string): number | null => overall?.rows.find((row) => row.bot === bot)?.elo ?? null;
  const cell = (bot: string, variant: string): Cell | null => {
    const row = tables.find((table) => table.variant === variant)?.rows.find((entry) => entry.bot === bot);
    if (!row || row.elo === null) return null;
    const elsewhere = level(bot);
    const title = `Elo ${fixed(row.elo)} ${plusMinus(row.elo_pm)}, share ${percent(row.share)}`;
    return { elo: row.elo, excess: elsewhere === null ? null : row.elo - elsewhere, title, marked: false };
  };
  return {
    bots: overall?.rows.map((row) => row.bot) ?? [],
    variants: tables.flatMap(({ variant }) => (variant === null ? [] : [variant])),
    level,
    cell,
  };
}

function heatMap(league: League, map: RatingMap): HTMLElement {
  const heads = map.variants.map((variant) => columnHead(league.variantLink(variant), { class: "upright" }));
  const lines = map.bots.map((bot) =>
    el(
      "tr",
      {},
      rowHead(league.botLink(bot)),
      el("td", { class: "figure" }, fixed(map.level(bot))),
      ...map.variants.map((variant) => heatOf(map.cell(bot, variant))),
    ),
  );
  const all = columnHead("All", { class: "figure" });
  const body = el("tbody", {}, ...lines);
  return framedTable("matrix", "Elo of each bot in each variant", [columnHead("Bot"), all, ...heads], body);
}

function heatOf(cell: Cell | null): HTMLTableCellElement {
  if (!cell) return emptyCell("too few games, or nearly all points won or lost");
  const star = cell.marked ? el("span", { role: "img", "aria-label": "specialist" }, "★") : null;
  return heatCell((cell.excess ?? 0) / fullHeat, cell.title, star, fixed(cell.elo));
}

function untold(comparison: Comparison | undefined): HTMLElement | null {
  if (!comparison || comparison.untold.length === 0) return null;
  const names = comparison.untold.flatMap((name) => [" ", said(name)]);
  return note(
    "Of these nothing can be told, as they have too few blocks, or nearly all points won or lost:",
    ...names,
    ".",
  );
}
