import { chooser, el, said } from "./dom";
import type { Child, Choice } from "./dom";
import type { Game, League } from "./league";
import { at, count, counted, fixed, sum } from "./numbers";
import { note, page } from "./page_parts";
import type { Page } from "./page_parts";
import { pagedRows } from "./paging";
import { hashOf, replaceHash } from "./routes";
import type { Route } from "./routes";
import { dataTable, figures } from "./table";
import type { Column } from "./table";

/** What the games are picked by; empty: all. Its words stand in the address. */
interface Filter {
  run: string;
  bot: string;
  variant: string;
  with: string;
  margin: string;
  order: string;
  page: string;
}

const kinds: Record<string, { label: string; has: (game: Game) => boolean }> = {
  fault: { label: "a fault", has: (game) => game.faults > 0 },
  forfeit: { label: "a forfeit", has: (game) => game.forfeits !== 0 },
  moon: { label: "a moon", has: (game) => game.moons !== 0 },
};

const margins: Record<string, { label: string; has: (margin: number) => boolean }> = {
  "0": { label: "shared first place", has: (margin) => margin === 0 },
  "1-5": { label: "1 to 5 points", has: (margin) => margin >= 1 && margin <= 5 },
  "6-20": { label: "6 to 20 points", has: (margin) => margin >= 6 && margin <= 20 },
  "21-": { label: "more than 20 points", has: (margin) => margin > 20 },
};

const orders: Record<string, { label: string; compare: (a: Game, b: Game) => number }> = {
  close: { label: "closest first", compare: (a, b) => a.margin - b.margin },
  clear: { label: "clearest first", compare: (a, b) => b.margin - a.margin },
  long: { label: "longest first", compare: (a, b) => b.hands - a.hands },
  faults: { label: "most faults first", compare: (a, b) => b.faults - a.faults },
};

export function gamesPage(league: League, route: Route): Page {
  const word = (name: string): string => route.query.get(name) ?? "";
  const filter: Filter = {
    run: word("run"),
    bot: word("bot"),
    variant: word("variant"),
    with: word("with"),
    margin: word("margin"),
    order: word("order"),
    page: word("page"),
  };
  const list = el("div");
  const show = (): void => list.replaceChildren(...gameList(league, filter));
  const choose =
    (key: keyof Filter) =>
    (value: string): void => {
      filter[key] = value;
      filter.page = "";
      replaceHash(hashOf("games", [], { ...filter }));
      show();
    };
  const field = (label: string, key: keyof Filter, choices: Choice[]): HTMLElement =>
    chooser(label, choices, filter[key], choose(key));
  const { runs, bots, variants } = league.report;
  const form = el(
    "form",
    { class: "filters" },
    runs.length > 1
      ? field(
          "Run",
          "run",
          indexed(
            "all",
            runs.map((run) => run.name),
          ),
        )
      : null,
    field(
      "Bot",
      "bot",
      indexed(
        "all",
        bots.map((bot) => bot.name),
      ),
    ),
    field(
      "Variant",
      "variant",
      indexed(
        "all",
        variants.map((variant) => variant.id),
      ),
    ),
    field("With", "with", named("anything", kinds)),
    field("Margin", "margin", named("any", margins)),
    field("Order", "order", named("as scheduled", orders)),
  );
  if (league.games.length === 0) return page("Games", note("No game is complete yet."));
  show();
  return page("Games", howToOpen(league), form, list);
}

function indexed(all: string, labels: readonly string[]): Choice[] {
  return [{ value: "", label: all }, ...labels.map((label, index) => ({ value: String(index), label }))];
}

function named(all: string, entries: Record<string, { label: string }>): Choice[] {
  return [{ value: "", label: all }, ...Object.entries(entries).map(([value, { label }]) => ({ value, label }))];
}

function gameList(league: League, filter: Filter): HTMLElement[] {
  const is = (wanted: string, index: number): boolean => wanted === "" || Number(wanted) === index;
  const kind = kinds[filter.with];
  const margin = margins[filter.margin];
  const found = league.games.filter(
    (game) =>
      is(filter.run, game.run) &&
      is(filter.variant, game.variant) &&
      (filter.bot === "" || game.bots.includes(Number(filter.bot))) &&
      (!kind || kind.has(game)) &&
      (!margin || margin.has(game.margin)),
  );
  const order = orders[filter.order];
  if (order) found.sort(order.compare);
  if (found.length === 0) return [note("No game is like that.")];
  const draw = (slice: readonly Game[]): HTMLElement =>
    dataTable(counted(found.length, "game"), gameColumns(league), slice);
  const turn = (number: number): void => {
    filter.page = number > 1 ? String(number) : "";
    replaceHash(hashOf("games", [], { ...filter }));
  };
  return [pagedRows(found, Number(filter.page) || 1, draw, turn)];
}

function gameColumns(league: League): Column<Game>[] {
  const run: Column<Game>[] =
    league.report.runs.length > 1 ? [{ head: "Run", cell: (game) => said(league.run(game.run).name) }] : [];
  return [
    ...run,
    { head: "Game", names: true, cell: (game) => league.gameLink(game.run, game.id) },
    { head: "Variant", cell: (game) => league.variantLink(game.variant) },
    { head: "Seats, best first", cell: (game) => seatList(league, game) },
    figures("Margin", (game) => game.margin, { means: "Points between the best score and the next" }),
    figures("Hands", (game) => game.hands),
    figures("Moons", (game) => bitsOf(game.moons) || "", { means: "Seats that shot the moon" }),
    figures("Faults", (game) => (game.faults > 0 ? count(game.faults) : "")),
  ];
}

function bitsOf(set: number): number {
  return sum(Array.from({ length: 6 }, (_, seat) => (set >> seat) & 1));
}

/** "ann 12, ben 40, cy 77 (forfeit)" */
function seatList(league: League, game: Game): Child {
  const seats = game.bots.map((_, seat) => seat);
  seats.sort((a, b) => at(game.places, a) - at(game.places, b));
  const items = seats.map((seat) => {
    const first = at(game.places, seat) === 1;
    const forfeit = (game.forfeits >> seat) & 1 ? el("small", {}, " forfeit") : null;
    return el(
      "li",
      { class: first ? "first" : null },
      league.botLink(at(game.bots, seat)),
      " ",
      fixed(at(game.scores, seat)),
      forfeit,
    );
  });
  return el("ul", { class: "seats" }, ...items);
}

function howToOpen(league: League): HTMLElement {
  const shown = Object.keys(league.report.replays).length;
  const left = league.report.replaysLeftOut;
  const more = league.report.gamesLeftOut;
  if (left + more === 0) return note("Every game can be opened card by card.");
  return note(
    `${counted(shown, "game")} can be opened here, card by card; ${count(left)} cannot. ${more > 0 ? counted(more, "more game") + " are not listed. " : ""}For one of those: `,
    el("code", {}, "arena replay RUN GAME --html FILE"),
    ", or for more in a report ",
    el("code", {}, "arena report RUN --games N"),
    ".",
  );
}
