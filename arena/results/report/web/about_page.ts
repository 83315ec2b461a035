import type { Run, Variant } from "./data";
import { el, said, visible, type Child } from "./dom";
import type { League } from "./league";
import { count, counted } from "./numbers";
import { factList, page, paragraphs, type Page } from "./page_parts";

export function aboutPage(league: League): Page {
  const { report } = league;
  const made = new Date(report.made * 1000).toISOString().slice(0, 16).replace("T", " ");
  const index = report.variants.map((_, variant) => el("li", {}, league.variantLink(variant)));
  return page(
    "About",
    el("p", {}, `Written on ${made} UTC by arena `, said(report.arena), "."),
    ...report.runs.map(runSection),
    el("h2", {}, "Rules"),
    // With several variants, a list of links to them.
    report.variants.length > 1 ? el("ul", { class: "index" }, ...index) : null,
    ...report.variants.map(variantSection),
  );
}

function runSection(run: Run): HTMLElement {
  const played = `${counted(run.games, "game")} in ${count(run.blocks)} of ${counted(run.planned, "block")}`;
  const voided = run.voidBlocks > 0 ? `, ${counted(run.voidBlocks, "void block")}` : "";
  const entries: [string, Child][] = [
    ["Played", played + voided],
    ["Isolation level", visible(run.isolation)],
    ["Arena", said(run.arena)],
    ["Run", code(run.id)],
    ...run.receipts.map((hash, stage): [string, Child] => [stages("Receipt", run, stage), code(hash)]),
    ...run.commitments.map((hash, stage): [string, Child] => [stages("Commitment to the key", run, stage), code(hash)]),
    ["Digest of the records", code(run.digest)],
    ["Keys", run.keysRevealed ? "revealed: every deal can be checked" : "not revealed yet"],
    ["Command to verify it", el("code", {}, visible(run.verify))],
  ];
  return el(
    "section",
    {},
    el("h2", {}, "Run ", said(run.name)),
    ...paragraphs(run.notes),
    factList(entries),
    el("ul", {}, ...run.facts.map((fact) => el("li", {}, said(fact)))),
  );
}

function stages(what: string, run: Run, stage: number): string {
  return run.receipts.length > 1 ? `${what}, stage ${stage + 1}` : what;
}

function code(text: string): HTMLElement {
  return el("code", { class: "hash" }, text === "" ? "not known yet" : visible(text));
}

/** The address "#about/variant/0" leads to the section with this id. */
function variantSection(variant: Variant, index: number): HTMLElement {
  const deck = variant.suits.map(({ name, letter }) => `${name} (${letter})`).join(", ");
  const jokers = variant.jokers.length > 0 ? `, Jokers ${variant.jokers.join(" ")}` : "";
  const sections = [...new Set(variant.rules.map(({ section }) => section))];
  return el(
    "section",
    { id: `variant/${index}`, tabindex: -1 },
    el("h3", {}, said(variant.id), ...(variant.title ? [": ", said(variant.title)] : [])),
    variant.about ? el("p", {}, said(variant.about)) : null,
    el("p", {}, `${variant.seats} seats, `, said(variant.length), "; ", said(deck + jokers), "."),
    ...sections.flatMap((title) => {
      const rules = variant.rules.filter(({ section }) => section === title);
      return [el("h4", {}, visible(title)), el("ul", {}, ...rules.map(ruleItem))];
    }),
  );
}

function ruleItem({ text, rule }: Variant["rules"][number]): HTMLElement {
  return el("li", {}, said(text), rule === "" ? null : el("span", { class: "rule" }, " ", visible(rule)));
}
