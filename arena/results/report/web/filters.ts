/** What a list is picked by: a form whose choices stand in the address, above what they pick. */

import { chooser, el, type Choice } from "./dom";
import { hashOf, replaceHash } from "./routes";

export interface Field {
  /** Its word in the address. */
  key: string;
  label: string;
  choices: readonly Choice[];
  /** What is called the choice of all: "all" by default. */
  all?: string;
  /** It is picked by the address alone. */
  hidden?: boolean;
}

/** Values by key; empty: all. "page" is that of the list, empty for the first. */
export type Chosen = Record<string, string>;

/** `draw` shows what is picked; it may be told that the list turns to a page, from 1. */
export function filtered(
  page: string,
  query: URLSearchParams,
  fields: readonly Field[],
  draw: (chosen: Chosen, turn: (page: number) => void) => HTMLElement,
): HTMLElement[] {
  const chosen: Chosen = {};
  for (const key of [...fields.map((field) => field.key), "page"]) chosen[key] = query.get(key) ?? "";
  const set = (values: Chosen): void => replaceHash(hashOf(page, [], Object.assign(chosen, values)));
  const list = el("div");
  const show = (): void =>
    list.replaceChildren(draw(chosen, (number) => set({ page: number > 1 ? String(number) : "" })));
  const choosers = fields.map(({ key, label, choices, all = "all", hidden }) => {
    const choose = (value: string): void => {
      set({ [key]: value, page: "" });
      show();
    };
    return hidden ? null : chooser(label, [["", all], ...choices], chosen[key] ?? "", choose);
  });
  show();
  return [el("form", { class: "filters" }, ...choosers), list];
}

/** Choices by their number. */
export function indexed(labels: readonly string[]): Choice[] {
  return labels.map((label, index) => [String(index), label]);
}
