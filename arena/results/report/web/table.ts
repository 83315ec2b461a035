/** Tables of data: a caption, heads with a scope, columns that sort. */

import { button, el } from "./dom";
import type { Child } from "./dom";

export interface Column<Row> {
  head: Child;
  /** What the figures mean, for the head's tooltip. */
  means?: string;
  cell: (row: Row) => Child;
  /** Figures stand to the right, a plot takes the width that is left. Words by default. */
  kind?: "figure" | "plot";
  /** The column names the row. */
  names?: true;
  /** What to sort by; `null` stands last, either way. Without it the column does not sort. */
  order?: (row: Row) => number | string | null;
  /** What stands first at the first press of its head: the smallest by default. */
  first?: "smallest" | "largest";
}

/** A column of figures: the largest stands first, unless `more` says otherwise. */
export function figures<Row>(
  head: string,
  cell: (row: Row) => Child,
  more: Omit<Partial<Column<Row>>, "head" | "cell"> = {},
): Column<Row> {
  return { head, cell, kind: "figure", first: "largest", ...more };
}

/** A framed table whose columns sort. */
export function dataTable<Row>(caption: Child, columns: readonly Column<Row>[], rows: readonly Row[]): HTMLElement {
  const heads = el("tr");
  const body = el("tbody");
  const lines = rows.map((row) => ({ row, line: lineOf(row, columns) }));
  body.append(...lines.map(({ line }) => line));

  const sortBy = (column: Column<Row>, head: HTMLElement): void => {
    const order = column.order;
    if (!order) return;
    const sorted = head.getAttribute("aria-sort");
    const falling = sorted ? sorted === "ascending" : column.first === "largest";
    for (const other of heads.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", falling ? "descending" : "ascending");
    const keyed = lines.map(({ row, line }) => ({ key: order(row), line }));
    keyed.sort((a, b) => compare(a.key, b.key, falling));
    body.append(...keyed.map(({ line }) => line));
  };

  for (const column of columns) {
    const head = el("th", { scope: "col", class: column.kind, title: column.means });
    head.append(column.order ? button(column.head, () => sortBy(column, head)) : el("span", {}, column.head));
    heads.append(head);
  }
  return framedTable(null, caption, heads, body);
}

/** A table in a frame of its own, which scrolls sideways where the page is narrow. */
export function framedTable(
  kind: string | null,
  caption: Child,
  heads: HTMLTableRowElement,
  ...parts: HTMLTableSectionElement[]
): HTMLElement {
  const title = el("caption", {}, caption);
  const table = el("table", { class: kind }, title, el("thead", {}, heads), ...parts);
  return el("div", { class: "frame", tabindex: 0, role: "region", "aria-label": title.textContent }, table);
}

function lineOf<Row>(row: Row, columns: readonly Column<Row>[]): HTMLTableRowElement {
  const line = el("tr");
  for (const { cell, kind, names } of columns)
    line.append(names ? el("th", { scope: "row" }, cell(row)) : el("td", { class: kind }, cell(row)));
  return line;
}

function compare(a: number | string | null, b: number | string | null, falling: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const rising = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
  return falling ? -rising : rising;
}
