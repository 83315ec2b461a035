import { axisLabels, intervalMark } from "./charts";
import type { Run } from "./data";
import { el, link, said, type Child } from "./dom";
import type { League } from "./league";
import { axisOf, count, counted, fixed, percent, plusMinus, pValue, signed, type Axis } from "./numbers";
import { factList, note, page, paragraphs, replayCommand, tableTabs, tableTitle, type Page } from "./page_parts";
import { rankRange, ratingColumns, statusText } from "./rating_columns";
import { shownRows, type BlockPlace, type InWords, type RatingRow, type RatingTable, type Standings } from "./ratings";
import { hashOf, indexIn, type Route } from "./routes";
import { dataTable, figures, type Column } from "./table";

export function standingsPage(league: League, route: Route): Page {
  const standings = league.report.standings;
  const index = indexIn(route.path[0], league.tables.length);
  const table = league.tables[index];
  if (!standings || !table) return page("Standings", note("There are no rated games here."));
  const played = `: ${counted(table.games, "game")} in ${counted(table.blocks, "block")}`;
  const caption = el("span", {}, tableTitle(table.variant), played);
  const rows = shownRows(table, route.query.has("all"));
  const columns = standingsColumns(league, table, rows);
  return page(
    "Standings",
    index === 0 ? lead(league, table) : null,
    index === 0 && standings.duel ? duelResult(standings.duel) : null,
    tableTabs(league, "standings", index),
    ...(rows.length > 0
      ? [dataTable(caption, columns, rows), formerNote(table, rows, index), columnKey(columns)]
      : [
          note(
            table.blocks === 0
              ? "Nothing is rated yet, because no block of games is complete."
              : "Nothing is rated, because no complete block has two bots to compare.",
          ),
        ]),
    el("div", { class: "notes" }, ...remarks(league, standings, table)),
  );
}

/** Counts the bots that are not current: "2 bots are not shown, because they are no longer current." */
function formerNote({ rows }: RatingTable, shown: readonly RatingRow[], index: number): HTMLElement | null {
  const left = rows.length - shown.length;
  if (left > 0) {
    const all = link(hashOf("standings", [index], { all: "1" }), "Show all.");
    const which = left === 1 ? "bot is not shown, because it is" : "bots are not shown, because they are";
    return note(`${count(left)} ${which} no longer current. `, all);
  }
  const ranked = shown.filter((row) => row.status === "current").length;
  if (ranked === 0 || ranked === rows.length) return null;
  const fewer = link(hashOf("standings", [index]), "Show only current bots.");
  return note("Bots without a rank are no longer current. ", fewer);
}

/** Says what was played, who leads, and how sure that is. The verdict of a duel says who is stronger, not this. */
function lead(league: League, table: RatingTable): HTMLElement {
  const rows = shownRows(table);
  const { runs, bots, variants } = league.report;
  const games = runs.reduce((all, run) => all + run.games, 0);
  // As in shownRows(): all bots count if none is current.
  const current = bots.length - (league.report.standings?.field.statuses?.length ?? 0) || bots.length;
  const played = [counted(current, "bot"), counted(variants.length, "variant"), counted(games, "game")].join(", ");
  const firsts = rows.filter((row) => row.rank_best === 1).length;
  const sure =
    firsts > 1 ? `, but ${counted(firsts - 1, "other bot")} could be first, too.` : ", and no other bot could be first.";
  const leader = league.report.standings?.duel ? [] : leadOf(league, table, rows);
  const [run] = runs;
  return el(
    "div",
    { class: "lead" },
    ...(run && runs.length === 1 ? paragraphs(run.notes) : []),
    el("p", {}, played + ".", ...(leader.length > 0 ? [...leader, sure] : [])),
    ...(league.report.live ? [] : runs.filter((other) => !other.keysRevealed).map(unfinished)),
  );
}

/** A longer half interval says nothing about who leads. The arena's progress line has the same bound. */
const leadHalfMost = 200;

/** "duck leads rules by 35 ±20 Elo", or nothing if that is not known. */
function leadOf(league: League, { pairs }: RatingTable, [best, second]: readonly RatingRow[]): Child[] {
  const pair = pairs.find(({ bot, against }) => bot === best?.bot && against === second?.bot);
  if (!best || !second || best.rank === null || !pair?.elo) return [];
  if (pair.elo_pm === null || pair.elo_pm > leadHalfMost) return [];
  const by = ` by ${fixed(pair.elo)} ${plusMinus(pair.elo_pm)} Elo${league.hasEnded ? "" : " so far"}`;
  return [" ", el("strong", {}, league.botLink(best.bot)), " leads ", league.botLink(second.bot), by];
}

/** Says what a duel has shown. The first sentence is the verdict. */
function duelResult({ sentences: [verdict, ...more] }: InWords): HTMLElement {
  return el(
    "div",
    { class: "lead" },
    el("p", {}, el("strong", {}, said(verdict ?? ""))),
    ...more.map((sentence) => el("p", {}, said(sentence))),
  );
}

/** Says how far a run is whose end is not in the records. */
function unfinished({ name, blocks, planned }: Run): HTMLElement {
  return el("p", {}, "Run ", said(name), ` is not finished (complete blocks: ${count(blocks)} of ${count(planned)}).`);
}

/** Cuts half intervals in the plot at this length: otherwise a bot with few games would squeeze all others together. */
const halfMost = 400;

/** An axis with room for the intervals of all bots that are not rough. A rough or very long one may reach beyond it. */
function eloAxis(rows: readonly RatingRow[]): Axis {
  const sure = rows.filter((row) => !row.rough);
  const ends = (sure.length > 0 ? sure : rows).flatMap(({ elo, elo_pm }) =>
    elo === null ? [] : [-1, 1].map((side) => elo + side * Math.min(elo_pm ?? 0, halfMost)),
  );
  return axisOf(ends);
}

function standingsColumns(league: League, table: RatingTable, rows: readonly RatingRow[]): Column<RatingRow>[] {
  const axis = eloAxis(rows);
  const { elo: zero } = league.zeroOf(table);
  return [
    figures("Rank", rankRange, {
      means: "The range of its possible ranks; all ranges of a table are right with a probability of 0.95",
      order: (row) => row.rank_worst,
      first: "smallest",
    }),
    { head: "Bot", names: true, cell: (row) => league.botLink(row.bot), order: (row) => row.bot },
    ratingColumns.elo,
    { head: axisLabels(axis), kind: "plot", cell: (row) => intervalMark(axis, row.elo, row.elo_pm, zero) },
    ratingColumns.margin,
    ratingColumns.games,
    figures("Faults", faults, { means: "Faults, and forfeited games in brackets", order: (row) => row.faults }),
  ];
}

function faults(row: RatingRow): Child {
  const kinds = Object.entries(row.faults_by_name).map(([name, times]) => `${name} ${times}`);
  const forfeits = row.forfeits > 0 ? ` (${counted(row.forfeits, "forfeit")})` : "";
  return row.faults + row.forfeits === 0
    ? "0"
    : el("span", { title: kinds.join(", ") }, count(row.faults), el("small", {}, forfeits));
}

function remarks(league: League, standings: Standings, table: RatingTable): Node[] {
  const left = standings.left_out;
  const found: Child[][] = [
    [
      ...zeroText(league, table),
      ` ${intervalText(standings)} ~ marks rough figures.`,
    ],
  ];
  for (const status of standings.field.statuses ?? []) {
    const rank = " and has no rank; its games count for the others.";
    if (status.time !== null) found.push([said(status.bot), " is ", ...statusText(status), rank]);
  }
  if (table.unrated.length > 0)
    found.push(["Not rated, because no complete block has them and another bot: ", ...listed(table.unrated), "."]);
  if (table.joined.length > 1)
    found.push([
      `No games join the ${table.joined.length} groups of bots in this table, so the differences between groups are not known.`,
    ]);
  const games = (count: number, blocks: string): string => `Not rated: ${counted(count, "game")} of ${blocks}`;
  if (left.incomplete_blocks > 0)
    found.push([games(left.incomplete_games, counted(left.incomplete_blocks, "incomplete block")) + "."]);
  if (left.void_blocks > 0) {
    const blocks = counted(left.void_blocks, "block");
    found.push([games(left.void_games, blocks) + " that a fault of the arena or the machine made void."]);
  }
  for (const { bot, test, blocks, gain, p } of standings.suspects) {
    const games = test === "trend" ? "from each game to the next" : "in all games but the first";
    const seen = `${signed(gain, 2)} points a hand ${games}, ${counted(blocks, "block")}, ${pValue(p)}`;
    found.push([said(bot), ` does better in later games of a block, whose deals it may know: ${seen}.`]);
  }
  if (standings.first_bots) found.push(...standings.first_bots.sentences.map((text) => [said(text)]));
  for (const [index, { helper, gainer, blocks, gain, p, look_at }] of standings.pairs_to_look_at.entries()) {
    const seen = `by ${signed(gain, 2)} points a hand than in its others, ${pValue(p)}`;
    found.push([
      "Look at ",
      said(helper),
      " and ",
      said(gainer),
      `: in the ${counted(blocks, "block")} of the two${index === 0 ? "" : " without a clearer pair"}, `,
      said(gainer),
      ` does better ${seen}. Two bots can suit each other by accident, so this is no proof that `,
      said(helper),
      " helps ",
      said(gainer),
      ". Look at games in which it gained most: ",
      ...gamesOfBlocks(league, look_at),
    ]);
  }
  return found.map((text) => note(...text));
}

/** Names a game of each block, as a link if the report can show it, and says how to see the others. */
function gamesOfBlocks(league: League, places: readonly BlockPlace[]): Child[] {
  const games = places.map(({ run: stage, block }) => ({ stage, ...league.gameOfBlock(stage, block) }));
  const list = games.flatMap(({ stage, run, id }, index): Child[] => [
    index === 0 ? null : ", ",
    league.gameLink(run, id),
    " of run ",
    said(league.report.runs[run]?.name ?? stage),
  ]);
  const areLinks = games.every(({ run, id }) => league.replay(run, id));
  return [...list, ".", ...(areLinks ? [] : [" To see a game without a link, run ", replayCommand(), "."])];
}

/** Says what whiskers and ± mean. */
function intervalText({ intervals }: Standings): string {
  if (intervals.kind === "plain") return "Whiskers and ± show 95% intervals.";
  const until =
    intervals.kind === "planned"
      ? ` while the games are played, of which ${percent(intervals.played)} are rated; at the end they are narrower`
      : ", however long the games continue";
  return `Whiskers and ± show 95% bands, which are right at all looks together${until}.`;
}

/** Says which Elo is fixed: that of the mean, of a reference or of anchors. The dashed line of the plot is there. */
function zeroText(league: League, table: RatingTable): Child[] {
  const { bots, elo } = league.zeroOf(table);
  if (bots.length === 0) return ["The mean Elo, weighted by precision, is 1500."];
  if (bots.length === 1) return [...listed(bots), ` is set to ${fixed(elo)} Elo.`];
  return ["The mean Elo of the anchors ", ...listed(bots), ` is ${fixed(elo)}, as they were given.`];
}

function listed(names: readonly string[]): Child[] {
  return names.flatMap((name, index) => (index === 0 ? [said(name)] : [", ", said(name)]));
}

/** Explains the columns below the table: touch screens and prints do not show the tooltips of the heads. */
function columnKey<Row>(columns: readonly Column<Row>[]): HTMLElement {
  const entries = columns.flatMap(({ head, means }): [string, string][] =>
    typeof head === "string" && means !== undefined ? [[head, means]] : [],
  );
  return el("details", {}, el("summary", {}, "What the columns mean"), factList(entries));
}
