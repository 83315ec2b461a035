/**
 * Cells coloured by how far a figure is from the middle: blue above, orange below. They always show the figure, too.
 */

import { el, setProperties, type Child } from "./dom";

/** Makes a cell. `heat` is from -1 to 1. */
export function heatCell(heat: number, title: string, ...content: Child[]): HTMLTableCellElement {
  const cell = el("td", { class: heat < 0 ? "heat cold" : "heat warm", title }, ...content);
  setProperties(cell, { "--heat": Math.round(100 * Math.min(1, Math.abs(heat))) + "%" });
  return cell;
}

export function emptyCell(title: string): HTMLTableCellElement {
  return el("td", { class: "heat none", title }, "·");
}

/** Explains the colours. */
export function heatLegend(below: string, above: string): HTMLElement {
  const steps = [-1, -0.5, 0, 0.5, 1].map((heat) => {
    const step = el("span", { class: heat < 0 ? "heat cold" : "heat warm" });
    setProperties(step, { "--heat": Math.abs(heat) * 100 + "%" });
    return step;
  });
  return el("p", { class: "legend" }, below, el("span", { class: "scale", "aria-hidden": "true" }, ...steps), above);
}
