import { barChart, lineChart, ticked, type Bar } from "./charts";
import type { Bot } from "./data";
import { el, link, said, visible, type Child } from "./dom";
import { faultList } from "./faults_page";
import type { League, VariantRow } from "./league";
import { at, count, counted, duration, fixed, likelihood, percent, plusMinus, signed, sum, unknown } from "./numbers";
import { factList, note, page, type Page } from "./page_parts";
import { leftOut, losNote, share, shareNote, star, turned } from "./pairs_page";
import { rankRange, ratingColumns, statusText, withInterval } from "./rating_columns";
import type { Pair, RatingRow } from "./ratings";
import { hashOf, type Route } from "./routes";
import { dataTable, figures, type Column } from "./table";

/** A bot with its overall ratings, if it has any. */
interface Entrant {
  bot: Bot;
  index: number;
  row: RatingRow | undefined;
}

export function botsPage(league: League): Page {
  const overall = new Map(league.tables[0]?.rows.map((row) => [row.bot, row]));
  const bots = league.report.bots.map((bot, index): Entrant => ({ bot, index, row: overall.get(bot.name) }));
  const table = dataTable<Entrant>(
    counted(bots.length, "bot"),
    [
      { head: "Bot", names: true, cell: ({ index }) => league.botLink(index), order: ({ bot }) => bot.name },
      { head: "Author", cell: ({ bot }) => said(bot.author), order: ({ bot }) => bot.author },
      { head: "Version", cell: ({ bot }) => said(bot.version), order: ({ bot }) => bot.version },
      { head: "State", cell: ({ row }) => row?.status ?? unknown, order: ({ row }) => row?.status ?? null },
      figures("Rank", ({ row }) => row?.rank ?? unknown, { order: ({ row }) => row?.rank ?? null, first: "smallest" }),
      figures("Elo", ({ row }) => fixed(row?.elo), { order: ({ row }) => row?.elo ?? null }),
      figures("Games", ({ row }) => count(row?.games ?? 0), { order: ({ row }) => row?.games ?? 0 }),
      {
        head: "Files",
        means: "First digits of the hash of its command and files",
        cell: ({ bot }) => el("code", {}, visible(bot.hash.slice(0, 12))),
      },
    ],
    bots,
  );
  return page("Bots", table);
}

export function botPage(league: League, route: Route): Page {
  const index = Number(route.path[0]);
  const bot = league.report.bots[index];
  if (!bot) return page("Bot", note("This report contains no such bot."));
  const rows = league.rowsOf(bot.name);
  const status = league.report.standings?.field.statuses?.find((one) => one.bot === bot.name);
  const faults = league.report.faults.filter((fault) => fault.bot === index);
  return page(
    visible(bot.name),
    factList([
      ["Author", said(bot.author || unknown)],
      ["Version", said(bot.version || unknown)],
      ...(status ? [["State", el("span", {}, ...statusText(status))] as [string, Child]] : []),
      ...bot.settings.map(([name, text]): [string, Child] => [name, said(text)]),
      ["Hash of its command and files", el("code", { class: "hash" }, visible(bot.hash))],
    ]),
    el("p", {}, link(hashOf("games", [], { bot: String(index) }), "Its games")),
    rows.length > 0 ? ratingTable(league, rows) : null,
    history(league, bot),
    ...opponents(league, bot),
    leftOut(league),
    seatTable(league, rows),
    ...charts(league, bot),
    el("h2", {}, "Faults"),
    faults.length > 0 ? faultList(league, faults) : note("This report lists no faults of this bot."),
  );
}

function ratingTable(league: League, rows: readonly VariantRow[]): HTMLElement {
  return dataTable<VariantRow>(
    "Results, overall and by variant",
    [
      { head: "Variant", names: true, cell: ({ variant }) => (variant ? league.variantLink(variant) : "all") },
      figures("Rank", (row) => (row.rank === null ? unknown : `${row.rank} (${rankRange(row)})`), { order: (row) => row.rank, first: "smallest" }),
      ratingColumns.elo,
      ratingColumns.margin,
      ratingColumns.share,
      ratingColumns.place,
      ratingColumns.firsts,
      ratingColumns.games,
      figures("Moons", moons, {
        means: "Times it shot the moon, and their share of the hands it played to the end",
        order: ({ moons: shot }) => shot ?? null,
      }),
      figures("Answer", answerTime, {
        means: "Mean time of an answer, and time of the slowest answer",
        order: ({ answer_ms }) => answer_ms ?? null,
      }),
      figures("Faults", (row) => count(row.faults), { order: (row) => row.faults }),
      figures("Forfeits", (row) => count(row.forfeits), { order: (row) => row.forfeits }),
    ],
    rows,
  );
}

/** Charts of the bot's Elo over the blocks, one for each run that has more than one moment. */
function history({ report }: League, bot: Bot): HTMLElement | null {
  const index = report.history?.bots.indexOf(bot.name) ?? -1;
  const lines = (report.history?.histories ?? []).flatMap((points) => {
    const known = points.flatMap(({ blocks, stage, ends_stage, elo, elo_pm }) => {
      const value = elo[index];
      if (value === null || value === undefined) return [];
      const half = elo_pm[index] ?? null;
      const moment = `after ${counted(blocks, "block")}${ends_stage ? `, at the end of stage ${stage}` : ""}`;
      return [{ at: blocks, value, half, label: `${moment}: ${fixed(value)} ${plusMinus(half)}` }];
    });
    const title = `${counted(known.at(-1)?.at ?? 0, "block")}; the 95% band holds at all points together`;
    return known.length > 1 ? [lineChart(title, known)] : [];
  });
  return chartRow("Elo over the blocks", lines);
}

function moons({ moons: shot, hands }: RatingRow): string {
  if (shot === undefined || hands === undefined) return unknown;
  return hands > 0 ? `${count(shot)} (${percent(shot / hands)})` : "0";
}

function answerTime({ answer_ms, slowest_ms }: RatingRow): string {
  if (typeof answer_ms !== "number" || typeof slowest_ms !== "number") return unknown;
  return `${duration(1000 * answer_ms)}, ${duration(1000 * slowest_ms)}`;
}

function charts(league: League, bot: Bot): (HTMLElement | null)[] {
  const chart = (variant: number, bars: readonly Bar[]): HTMLElement => {
    const seats = counted(sum(bars.map(({ value }) => value)), "seat");
    return barChart(`${visible(at(league.report.variants, variant).id)}, ${seats}`, bars, "seats");
  };
  const scores = bot.scores.map(({ variant, from, width, counts }) => {
    const bars = counts.map((value, bin) => {
      const low = from + bin * width;
      const label = width === 1 ? counted(low, "point") : `${fixed(low)} to ${fixed(low + width - 1)} points`;
      return { value, label, tick: fixed(low) };
    });
    return chart(variant, ticked(bars, 8));
  });
  const places = bot.places.map(({ variant, counts }) =>
    chart(variant, counts.map((value, index) => ({ value, label: `place ${index + 1}`, tick: String(index + 1) }))),
  );
  const answers = counted(sum(bot.answers), "answer");
  const times = barChart(`All ${answers} with a known time`, answerBars(bot.answers), "answers");
  return [
    chartRow("Points at the end of a game (lower is better)", scores),
    chartRow("Places", places),
    chartRow("Time for an answer", sum(bot.answers) > 0 ? [times] : []),
  ];
}

function chartRow(title: string, row: readonly HTMLElement[]): HTMLElement | null {
  return row.length > 0 ? el("section", {}, el("h2", {}, title), el("div", { class: "charts" }, ...row)) : null;
}

/** Bars from the first bin that is not empty. */
function answerBars(answers: readonly number[]): Bar[] {
  const first = answers.findIndex((value) => value > 0);
  const bars = answers.slice(first).map((value, index) => {
    const below = duration(2 ** (first + index));
    return { value, label: `below ${below}`, tick: "<" + below };
  });
  return ticked(bars, 4);
}

function seatTable(league: League, rows: readonly VariantRow[]): HTMLElement | null {
  const seated = rows.filter(({ share_by_seat, variant }) => share_by_seat && variant !== null);
  const most = Math.max(0, ...seated.map(({ share_by_seat }) => share_by_seat?.length ?? 0));
  if (most === 0) return null;
  const seats = Array.from({ length: most }, (_, seat) =>
    figures<VariantRow>(`Seat ${seat}`, ({ share_by_seat }) => percent(share_by_seat?.[seat])),
  );
  const variants: Column<VariantRow> = {
    head: "Variant",
    names: true,
    cell: ({ variant }) => league.variantLink(variant ?? "all"),
  };
  return dataTable("Share of points by seat", [variants, ...seats], seated);
}

function opponents(league: League, bot: Bot): HTMLElement[] {
  const pairs = (league.tables[0]?.pairs ?? [])
    .filter((pair) => pair.bot === bot.name || pair.against === bot.name)
    .map((pair) => turned(pair, bot.name));
  if (pairs.length === 0) return [];
  const table = dataTable<Pair>(
    "By opponent, over all variants",
    [
      { head: "Opponent", names: true, cell: (pair) => league.botLink(pair.against), order: (pair) => pair.against },
      figures("Share", (pair) => percent(share(pair)) + star(pair), { order: share }),
      figures("Comparisons", (pair) => count(pair.comparisons), { order: (pair) => pair.comparisons }),
      figures("Elo", (pair) => withInterval(signed(pair.elo), plusMinus(pair.elo_pm)), {
        means: "Difference in Elo, ± half of the 95% interval, or band while games are played",
        order: (pair) => pair.elo,
      }),
      figures("LOS" + league.soFar, (pair) => likelihood(pair.los), { order: (pair) => pair.los }),
    ],
    pairs,
  );
  return [table, note(shareNote), note("LOS: ", losNote(league, "this bot"))];
}
