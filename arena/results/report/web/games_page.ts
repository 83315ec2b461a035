import { el, said, type Child, type Choice } from "./dom";
import { filtered, indexed, type Chosen, type Field } from "./filters";
import type { Game, League } from "./league";
import { at, count, counted, fixed, sum } from "./numbers";
import { note, page, replayCommand, type Page } from "./page_parts";
import type { Route } from "./routes";
import { figures, pagedTable, type Column } from "./table";

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

export function gamesPage(league: League, { query }: Route): Page {
  if (league.games.length === 0) return page("Games", note("No game is finished yet."));
  const { runs, bots, variants } = league.report;
  const fields: Field[] = [
    { key: "run", label: "Run", choices: indexed(runs.map((run) => run.name)), hidden: runs.length < 2 },
    { key: "bot", label: "Bot", choices: indexed(bots.map((bot) => bot.name)) },
    { key: "variant", label: "Variant", choices: indexed(variants.map((variant) => variant.id)) },
    { key: "with", label: "With", choices: named(kinds), all: "anything" },
    { key: "margin", label: "Margin", choices: named(margins), all: "any" },
    { key: "order", label: "Order", choices: named(orders), all: "as scheduled" },
  ];
  const list = filtered("games", query, fields, (chosen, turn) => gameList(league, chosen, turn));
  return page("Games", howToOpen(league), ...list);
}

function named(entries: Record<string, { label: string }>): Choice[] {
  return Object.entries(entries).map(([value, { label }]) => [value, label]);
}

function gameList(league: League, chosen: Chosen, turn: (page: number) => void): HTMLElement {
  const word = (key: string): string => chosen[key] ?? "";
  const is = (key: string, index: number): boolean => word(key) === "" || Number(word(key)) === index;
  const kind = kinds[word("with")];
  const margin = margins[word("margin")];
  const found = league.games.filter(
    (game) =>
      is("run", game.run) &&
      is("variant", game.variant) &&
      (word("bot") === "" || game.bots.includes(Number(word("bot")))) &&
      (!kind || kind.has(game)) &&
      (!margin || margin.has(game.margin)),
  );
  const order = orders[word("order")];
  if (order) found.sort(order.compare);
  if (found.length === 0) return note("No game matches.");
  return pagedTable(counted(found.length, "game"), gameColumns(league), found, Number(word("page")) || 1, turn);
}

function gameColumns(league: League): Column<Game>[] {
  const run: Column<Game>[] =
    league.report.runs.length > 1 ? [{ head: "Run", cell: (game) => said(at(league.report.runs, game.run).name) }] : [];
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
    const first = at(game.places, seat) === 1 ? "first" : null;
    const forfeit = (game.forfeits >> seat) & 1 ? el("small", {}, " forfeit") : null;
    const [bot, score] = [league.botLink(at(game.bots, seat)), fixed(at(game.scores, seat))];
    return el("li", { class: first }, bot, ` ${score}`, forfeit);
  });
  return el("ul", { class: "seats" }, ...items);
}

function howToOpen(league: League): HTMLElement {
  const shown = Object.keys(league.report.replays).length;
  const left = league.report.replaysLeftOut;
  const more = league.report.gamesLeftOut;
  if (left + more === 0) return note("Every game can be opened card by card.");
  const parts = [
    `You can open ${counted(shown, "game")} here, card by card.`,
    left > 0 ? `${counted(left, "other game")} can only be seen in this list.` : "",
    more > 0 ? `${counted(more, "more game")} ${more === 1 ? "is" : "are"} not listed.` : "",
  ];
  return note(
    `${parts.filter((part) => part !== "").join(" ")} To see one of the others, run `,
    replayCommand(),
    "; for a report that opens more games, run ",
    el("code", {}, "arena report RUN --games N"),
    ".",
  );
}
