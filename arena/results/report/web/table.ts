/** Data tables with a caption, scoped heads and columns that sort. */

import { button, el, type Attributes, type Child } from "./dom";
import { count } from "./numbers";

export interface Column<Row> {
  head: Child;
  /** What the column means, for the tooltip of its head. */
  means?: string;
  cell: (row: Row) => Child;
  /** Figures are aligned right; a plot takes the remaining width. Without it the column has words. */
  kind?: "figure" | "plot";
  /** The cell is the head of its row. */
  names?: true;
  /** The key to sort by; `null` comes last in either direction. Without it the column does not sort. */
  order?: (row: Row) => number | string | null;
  /** What comes first when the head is pressed for the first time; the smallest by default. */
  first?: "smallest" | "largest";
}

/** A column of figures. It sorts the largest first, unless `more` says otherwise. */
export function figures<Row>(
  head: string,
  cell: (row: Row) => Child,
  more: Omit<Partial<Column<Row>>, "head" | "cell"> = {},
): Column<Row> {
  return { head, cell, kind: "figure", first: "largest", ...more };
}

/** A framed table whose columns sort. */
export function dataTable<Row>(caption: Child, columns: readonly Column<Row>[], rows: readonly Row[]): HTMLElement {
  const lines = rows.map((row) => ({ row, line: lineOf(row, columns) }));
  const body = el("tbody", {}, ...lines.map(({ line }) => line));
  const heads = columns.map(({ head: label, kind, means, order, first }) => {
    const head = columnHead(null, { class: kind, title: means });
    const sort = (key: (row: Row) => number | string | null): void => {
      const sorted = head.getAttribute("aria-sort");
      const falling = sorted ? sorted === "ascending" : first === "largest";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", falling ? "descending" : "ascending");
      const keyed = lines.map(({ row, line }) => ({ key: key(row), line }));
      keyed.sort((a, b) => compare(a.key, b.key, falling));
      body.append(...keyed.map(({ line }) => line));
    };
    head.append(order ? button(label, () => sort(order)) : el("span", {}, label));
    return head;
  });
  return framedTable(null, caption, heads, body);
}

export function columnHead(label: Child, attributes: Attributes = {}): HTMLElement {
  return el("th", { scope: "col", ...attributes }, label);
}

export function tableRow(...cells: HTMLElement[]): HTMLTableRowElement {
  return el("tr", {}, ...cells);
}

export function rowHead(...content: Child[]): HTMLElement {
  return el("th", { scope: "row" }, ...content);
}

/** A table in a frame that scrolls sideways on a narrow page. */
export function framedTable(
  kind: string | null,
  caption: Child,
  heads: readonly HTMLElement[],
  ...parts: HTMLTableSectionElement[]
): HTMLElement {
  const title = el("caption", {}, caption);
  const table = el("table", { class: kind }, title, el("thead", {}, tableRow(...heads)), ...parts);
  return el("div", { class: "frame", tabindex: 0, role: "region", "aria-label": title.textContent }, table);
}

function lineOf<Row>(row: Row, columns: readonly Column<Row>[]): HTMLTableRowElement {
  return tableRow(
    ...columns.map(({ cell, kind, names }) => (names ? rowHead(cell(row)) : el("td", { class: kind }, cell(row)))),
  );
}

function compare(a: number | string | null, b: number | string | null, falling: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const rising = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
  return falling ? -rising : rising;
}

const rowsOnPage = 100;

/** A table in pages of a hundred rows, opened at page `first`. Calls `turn` with the number of another page, from 1. */
export function pagedTable<Row>(
  caption: Child,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  first = 1,
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
    box.replaceChildren(...(pages > 1 ? [bar] : []), dataTable(caption, columns, slice));
  };
  show(first);
  return box;
}
