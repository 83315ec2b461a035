/** Small charts in SVG. Places are percentages, so that a chart is as wide as its room. */

import { el, svg } from "./dom";
import { fixed, place, sum, type Axis } from "./numbers";

/** A value with its interval on an axis, one row of a plot. `base` is a line to compare with. */
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
    // An end beyond the plot has no bar across it.
    if (from > 0) line("whisker", from, from, "28%", "72%");
    if (to < 100) line("whisker", to, to, "28%", "72%");
  }
  chart.append(svg("circle", { class: "dot", cx: place(axis, value) + "%", cy: "50%", r: 4 }));
  return chart;
}

/** The numbers of an axis, as the head of a plot's column. */
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
  /** What it is of: "50 to 59 points". */
  label: string;
  /** Under the bar, where there is room. */
  tick?: string;
}

/** Bars side by side. Their figures are in their tooltips, and in the chart's name the whole. */
export function barChart(title: string, bars: readonly Bar[], unit: string): HTMLElement {
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  const total = sum(bars.map((bar) => bar.value));
  const told = bars.filter((bar) => bar.value > 0).map((bar) => `${bar.label}: ${bar.value}`);
  const chart = svg("svg", { class: "bars", role: "img", "aria-label": `${title}. ${told.join("; ")}` });
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

/** The bars, with labels only below so many of them as there is room for. */
export function ticked(bars: readonly Bar[], room: number): Bar[] {
  const every = Math.max(1, Math.ceil(bars.length / room));
  return bars.map(({ tick, ...bar }, index) => (tick !== undefined && index % every === 0 ? { ...bar, tick } : bar));
}
