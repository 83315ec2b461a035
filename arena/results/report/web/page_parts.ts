/** Parts that several pages share. */

import { el, said, visible, type Child } from "./dom";
import type { League } from "./league";
import { hashOf } from "./routes";

export interface Page {
  title: string;
  content: Node[];
  /** Called before another page is drawn. */
  leave?: () => void;
}

export function page(title: string, ...content: (Node | null)[]): Page {
  return { title, content: content.filter((part): part is Node => part !== null) };
}

export function note(...text: Child[]): HTMLElement {
  return el("p", { class: "note" }, ...text);
}

/** The command that writes a page of one game. */
export function replayCommand(game = "GAME"): HTMLElement {
  return el("code", {}, `arena replay RUN ${visible(game)} --html FILE`);
}

/** Shows each line of the text as a paragraph. */
export function paragraphs(text: string): HTMLElement[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => el("p", {}, said(line)));
}

/** A list of terms with their values. */
export function factList(entries: readonly [string, Child][]): HTMLElement {
  return el("dl", { class: "facts" }, ...entries.flatMap(([term, value]) => [el("dt", {}, term), el("dd", {}, value)]));
}

/** A row of links; the current one is marked. */
export function tabs(
  label: string,
  entries: readonly { label: Child; href: string; current: boolean }[],
  kind = "tabs",
): HTMLElement {
  const items = entries.map(({ label: text, href, current }) =>
    el("li", {}, el("a", { href, "aria-current": current ? "page" : null }, text)),
  );
  return el("nav", { class: kind, "aria-label": label }, el("ul", {}, ...items));
}

/**
 * Tabs for the overall table and for each variant. Null if there is only one variant: both tables are then the same.
 */
export function tableTabs(
  league: League,
  page: string,
  current: number,
  more: readonly string[] = [],
): HTMLElement | null {
  if (league.tables.length < 3) return null;
  const entries = league.tables.map((table, index) => ({
    label: table.variant === null ? "Overall" : said(table.variant),
    href: hashOf(page, [index, ...more]),
    current: index === current,
  }));
  return tabs("Variant", entries);
}

/** "Standings: black-lady@4" */
export function tableTitle(variant: string | null | undefined): Child {
  return variant ? said(variant) : "all variants";
}
