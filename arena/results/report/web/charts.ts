/** Small charts in SVG. Positions are percentages, so a chart is as wide as the space it gets. */

import { el, svg } from "./dom";
import { fixed, place, sum, type Axis } from "./numbers";

/** Draws a value with its interval on an axis: one row of a plot. `base` adds a vertical line to compare with. */
export function intervalMark(axis: Axis, value: number | null, half: number | null, base?: number): Element {
  const chart = svg("svg", { class: "interval", "aria-hidden": "true" });
  const line = (kind: string, from: number, to: number, top: string, bottom: string): void => {
    chart.append(svg("line", { class: kind, x1: from + "%", x2: to + "%", y1: top, y2: bottom }));
  };
  for (const tick of axis.ticks) line("grid", place(axis, tick), place(axis, tick), "0", "100%");
  if (base !== undefined) line("base", place(axis, base), place(axis, base), "0", "100%");
  if (value === null) return chart;
  if (half !== null) {
    const [from, to] = [Math.max(0, place(axis, value - half)), Math.min(100, place(axis, value + half))];
    line("whisker", from, to, "50%", "50%");
    // An end outside the plot gets no cross bar.
    if (from > 0) line("whisker", from, from, "28%", "72%");
    if (to < 100) line("whisker", to, to, "28%", "72%");
  }
  chart.append(svg("circle", { class: "dot", cx: place(axis, value) + "%", cy: "50%", r: 4 }));
  return chart;
}

/** Draws the numbers of an axis, for the head of a column with a plot. */
export function axisLabels(axis: Axis): Element {
  const chart = svg("svg", { class: "axis", "aria-hidden": "true" });
  for (const tick of axis.ticks) {
    const x = place(axis, tick);
    chart.append(svg("text", { x: x + "%", y: "75%", "text-anchor": "middle" }, fixed(tick)));
  }
  return chart;
}

export interface Bar {
  value: number;
  /** What the bar counts: "50 to 59 points". */
  label: string;
  /** Printed under the bar, if there is space for it. */
  tick?: string;
}

/** Draws bars side by side. Each tooltip has the figure of its bar; the chart's accessible name has them all. */
export function barChart(title: string, bars: readonly Bar[], unit: string): HTMLElement {
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  const total = sum(bars.map((bar) => bar.value));
  const figures = bars.filter((bar) => bar.value > 0).map((bar) => `${bar.label}: ${bar.value}`);
  const chart = svg("svg", { class: "bars", role: "img", "aria-label": `${title}. ${figures.join("; ")}` });
  const width = 100 / bars.length;
  bars.forEach((bar, index) => {
    const height = (78 * bar.value) / most;
    const share = fixed((100 * bar.value) / Math.max(1, total), 1);
    const shape = {
      x: index * width + width * 0.08 + "%",
      width: width * 0.84 + "%",
      y: 80 - height + "%",
      height: height + "%",
    };
    chart.append(svg("rect", shape, svg("title", {}, `${bar.label}: ${bar.value} ${unit} (${share}%)`)));
    if (bar.tick !== undefined)
      chart.append(svg("text", { x: (index + 0.5) * width + "%", y: "95%", "text-anchor": "middle" }, bar.tick));
  });
  chart.append(svg("line", { class: "grid", x1: 0, x2: "100%", y1: "80%", y2: "80%" }));
  return el("figure", {}, el("figcaption", {}, title), chart);
}

/** Keeps the tick labels of at most `room` bars, evenly spaced. */
export function ticked(bars: readonly Bar[], room: number): Bar[] {
  const every = Math.max(1, Math.ceil(bars.length / room));
  return bars.map(({ tick, ...bar }, index) => (tick !== undefined && index % every === 0 ? { ...bar, tick } : bar));
}
