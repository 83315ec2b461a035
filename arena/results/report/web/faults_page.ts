import type { FaultRow } from "./data";
import { el, said, saidLines, visible, type Child } from "./dom";
import { filtered, type Field } from "./filters";
import type { League } from "./league";
import { at, count, counted } from "./numbers";
import { note, page, type Page } from "./page_parts";
import type { Route } from "./routes";
import { pagedTable, type Column } from "./table";

export function faultsPage(league: League, { query }: Route): Page {
  const { faults, faultsLeftOut: left } = league.report;
  const more = `This report leaves out ${counted(left, "more fault")}. See faults.jsonl in the run's folder.`;
  const leftOut = left > 0 ? note(more) : null;
  if (faults.length === 0) return page("Faults", note("There were no faults."), leftOut);
  const bots = [...new Set(faults.map(({ bot }) => bot))].sort((a, b) => a - b);
  const kinds = [...new Set(faults.map(({ fault }) => fault))].sort();
  const fields: Field[] = [
    { key: "bot", label: "Bot", choices: bots.map((bot) => [String(bot), at(league.report.bots, bot).name]) },
    { key: "fault", label: "Fault", choices: kinds.map((kind) => [kind, kind]) },
  ];
  const list = filtered("faults", query, fields, ({ bot, fault: kind }) => {
    const picked = faults.filter((fault) => (!bot || Number(bot) === fault.bot) && (!kind || kind === fault.fault));
    return picked.length > 0 ? faultList(league, picked) : note("No fault matches.");
  });
  return page("Faults", ...list, leftOut);
}

export function faultList(league: League, faults: readonly FaultRow[]): HTMLElement {
  const placeOf = ({ hand, seat, question }: FaultRow): string[] =>
    hand < 1 ? [] : [`h${hand}`, `q${seat}.${question}`];
  const nameOf = (bot: number): string => at(league.report.bots, bot).name;
  const when = ({ seat, hand, question }: FaultRow): string => `seat ${seat}, hand ${hand}, question ${question}`;
  const columns: Column<FaultRow>[] = [
    // The game's id links to the question.
    { head: "Game", cell: (fault) => league.gameLink(fault.run, fault.game, ...placeOf(fault)) },
    { head: "Bot", names: true, cell: ({ bot }) => league.botLink(bot), order: ({ bot }) => nameOf(bot) },
    { head: "Fault", cell: ({ fault }) => visible(fault), order: ({ fault }) => fault },
    { head: "What happened", cell: whatHappened },
    { head: "When", cell: (fault) => el("span", { class: "nowrap" }, when(fault)) },
    {
      head: "Blame",
      means: "Who is to blame: the bot, the arena or the machine",
      cell: ({ blame }) => blame,
      order: ({ blame }) => blame,
    },
  ];
  return pagedTable(counted(faults.length, "fault"), columns, faults);
}

function whatHappened(fault: FaultRow): Child {
  const forfeits = fault.forfeits ? el("strong", {}, "; the bot forfeits the game") : null;
  const parts: [string, string][] = [
    ["Last lines sent to the bot", fault.sent.join("\n")],
    ["Last lines received from it", fault.received.join("\n")],
    ["Its stderr", fault.stderr],
  ];
  const known = parts.filter(([, text]) => text !== "");
  const more = known.flatMap(([title, text]) => [el("h3", {}, title), saidLines(text)]);
  const lines = count(fault.sent.length + fault.received.length);
  const details =
    known.length > 0 ? el("details", {}, el("summary", {}, `Lines (${lines}) and stderr`), ...more) : null;
  return el("div", { class: "texts" }, said(fault.detail), forfeits, details);
}
