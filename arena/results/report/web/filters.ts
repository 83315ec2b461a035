/** Filters for a list: a form above it, whose choices are kept in the address. */

import { chooser, el, type Choice } from "./dom";
import { hashOf, replaceHash } from "./routes";

export interface Field {
  /** Name of the field in the address. */
  key: string;
  label: string;
  choices: readonly Choice[];
  /** Label of the choice that filters nothing; "all" by default. */
  all?: string;
  /** The form does not show this field; only the address can set it. */
  hidden?: boolean;
}

/** Chosen values by key; an empty one filters nothing. "page" is the page of the list, empty for the first. */
export type Chosen = Record<string, string>;

/** Makes the form and the list. `draw` draws the list; it calls `turn` when the reader goes to another page, from 1. */
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

/** Makes choices whose values are their indices. */
export function indexed(labels: readonly string[]): Choice[] {
  return labels.map((label, index) => [String(index), label]);
}
