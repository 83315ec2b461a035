import type { FaultRow } from "./data";
import { chooser, el, said, saidLines, visible } from "./dom";
import type { Child } from "./dom";
import type { League } from "./league";
import { count, counted } from "./numbers";
import { note, page } from "./page_parts";
import type { Page } from "./page_parts";
import { pagedRows } from "./paging";
import { hashOf, replaceHash } from "./routes";
import type { Route } from "./routes";
import { dataTable } from "./table";

export function faultsPage(league: League, route: Route): Page {
  const { faults, faultsLeftOut: left } = league.report;
  const leftOut = left > 0 ? note(`${counted(left, "more fault")} are in the run's folder, in faults.jsonl.`) : null;
  if (faults.length === 0) return page("Faults", note("No fault happened."), leftOut);
  const chosen = { bot: route.query.get("bot") ?? "", fault: route.query.get("fault") ?? "" };
  const list = el("div");
  const show = (): void => list.replaceChildren(pickedFaults(league, chosen.bot, chosen.fault));
  const choose =
    (key: "bot" | "fault") =>
    (value: string): void => {
      chosen[key] = value;
      replaceHash(hashOf("faults", [], chosen));
      show();
    };
  const all = { value: "", label: "all" };
  const bots = [...new Set(faults.map((fault) => fault.bot))].sort((a, b) => a - b);
  const kinds = [...new Set(faults.map((fault) => fault.fault))].sort();
  const botChoices = [all, ...bots.map((bot) => ({ value: String(bot), label: league.bot(bot).name }))];
  const kindChoices = [all, ...kinds.map((kind) => ({ value: kind, label: kind }))];
  const form = el(
    "form",
    { class: "filters" },
    chooser("Bot", botChoices, chosen.bot, choose("bot")),
    chooser("Fault", kindChoices, chosen.fault, choose("fault")),
  );
  show();
  return page("Faults", form, list, leftOut);
}

function pickedFaults(league: League, bot: string, kind: string): HTMLElement {
  const picked = league.report.faults.filter(
    (fault) => (bot === "" || Number(bot) === fault.bot) && (kind === "" || kind === fault.fault),
  );
  return picked.length > 0 ? faultList(league, picked) : note("No fault is like that.");
}

export function faultList(league: League, faults: readonly FaultRow[]): HTMLElement {
  const draw = (slice: readonly FaultRow[]): HTMLElement =>
    dataTable<FaultRow>(
      counted(faults.length, "fault"),
      [
        { head: "Game", cell: (fault) => gameOf(league, fault) },
        {
          head: "Bot",
          names: true,
          cell: (fault) => league.botLink(fault.bot),
          order: (fault) => league.bot(fault.bot).name,
        },
        { head: "Fault", cell: (fault) => visible(fault.fault), order: (fault) => fault.fault },
        { head: "What happened", cell: whatHappened },
        { head: "When", cell: when },
        { head: "Whose", means: "Whose fault it is", cell: (fault) => fault.blame, order: (fault) => fault.blame },
      ],
      slice,
    );
  return pagedRows(faults, 1, draw);
}

function when({ seat, hand, question }: FaultRow): Child {
  return el("span", { class: "nowrap" }, `seat ${seat}, hand ${hand}, question ${question}`);
}

/** The game's id, which leads to the question. */
function gameOf(league: League, fault: FaultRow): Child {
  if (fault.hand < 1) return league.gameLink(fault.run, fault.game);
  return league.gameLink(fault.run, fault.game, "h" + fault.hand, `q${fault.seat}.${fault.question}`);
}

function whatHappened(fault: FaultRow): Child {
  const forfeits = fault.forfeits ? el("strong", {}, "; it forfeits the game") : null;
  const parts: [string, string][] = [
    ["Last lines sent to it", fault.sent.join("\n")],
    ["Last lines that it wrote", fault.received.join("\n")],
    ["Its stderr", fault.stderr],
  ];
  const known = parts.filter(([, text]) => text !== "");
  const more = known.flatMap(([title, text]) => [el("h3", {}, title), saidLines(text)]);
  const lines = count(fault.sent.length + fault.received.length);
  const details =
    known.length > 0 ? el("details", {}, el("summary", {}, `Lines (${lines}) and stderr`), ...more) : null;
  return el("div", { class: "told" }, said(fault.detail), forfeits, details);
}
