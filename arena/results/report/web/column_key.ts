/** What the columns of a table say, below it: a head's tooltip is out of reach of a finger, and not in print. */

import { el } from "./dom";
import { factList } from "./page_parts";
import type { Column } from "./table";

export function columnKey<Row>(columns: readonly Column<Row>[]): HTMLElement {
  const entries = columns.flatMap(({ head, means }): [string, string][] =>
    typeof head === "string" && means !== undefined ? [[head, means]] : [],
  );
  return el("details", {}, el("summary", {}, "What the columns say"), factList(entries));
}
