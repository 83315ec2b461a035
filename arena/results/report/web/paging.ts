import { button, el } from "./dom";
import { count } from "./numbers";

const rowsOnPage = 100;

/** Rows in pages of a hundred. `draw` shows a slice; `turn` is told the page, from 1. */
export function pagedRows<Row>(
  rows: readonly Row[],
  first: number,
  draw: (slice: readonly Row[]) => HTMLElement,
  turn: (page: number) => void = () => undefined,
): HTMLElement {
  const pages = Math.max(1, Math.ceil(rows.length / rowsOnPage));
  const box = el("div");
  const show = (wanted: number): void => {
    const current = Math.min(pages, Math.max(1, wanted));
    const from = (current - 1) * rowsOnPage;
    const slice = rows.slice(from, from + rowsOnPage);
    const text = `${count(Math.min(from + 1, rows.length))}–${count(from + slice.length)} of ${count(rows.length)}`;
    const go = (label: string, target: number): HTMLButtonElement =>
      button(
        label,
        () => {
          show(target);
          turn(Math.min(pages, Math.max(1, target)));
          box.querySelector<HTMLElement>(`[data-turn="${label}"]:not(:disabled)`)?.focus();
        },
        { disabled: target < 1 || target > pages || target === current, "data-turn": label },
      );
    const bar = el(
      "p",
      { class: "paging" },
      go("First", 1),
      go("Previous", current - 1),
      el("span", { "aria-live": "polite" }, text),
      go("Next", current + 1),
      go("Last", pages),
    );
    box.replaceChildren(...(pages > 1 ? [bar] : []), draw(slice));
  };
  show(first);
  return box;
}
