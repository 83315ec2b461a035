/** Small charts in SVG. Positions are percentages, so a chart is as wide as the space it gets. */

import { el, svg } from "./dom";
import { axisOf, count, fixed, place, sum, type Axis } from "./numbers";

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

export interface Point {
  /** Where it is on the horizontal axis, which starts at 0. */
  at: number;
  value: number;
  half: number | null;
  label: string;
}

/** Half intervals longer than this share of the values' range are cut, so that the values can be seen. */
const bandMost = 4;

/** Draws how a value developed, with its interval as a band. The chart's accessible name has all figures. */
export function lineChart(title: string, points: readonly Point[]): HTMLElement {
  const values = points.map(({ value }) => value);
  const most = bandMost * Math.max(20, Math.max(...values) - Math.min(...values));
  const halfOf = ({ half }: Point): number => Math.min(half ?? 0, most);
  const axis = axisOf(points.flatMap((point) => [point.value - halfOf(point), point.value + halfOf(point)]));
  const end = points.at(-1)?.at ?? 1;
  const x = (point: Point): number => 12 + (88 * point.at) / end;
  const y = (value: number): number => 84 - 0.84 * place(axis, value);
  const corner = (point: Point, value: number): string => `${x(point).toFixed(2)},${y(value).toFixed(2)}`;
  const band = points.filter(({ half }) => half !== null);
  const outline = [
    ...band.map((point) => corner(point, point.value - halfOf(point))),
    ...band.map((point) => corner(point, point.value + halfOf(point))).reverse(),
  ];
  const name = `${title}. ${points.map(({ label }) => label).join("; ")}`;
  const chart = svg("svg", { class: "line", role: "img", "aria-label": name });
  for (const tick of axis.ticks) {
    chart.append(svg("line", { class: "grid", x1: "12%", x2: "100%", y1: y(tick) + "%", y2: y(tick) + "%" }));
    chart.append(svg("text", { x: "11%", y: y(tick) + "%", dy: "0.3em", "text-anchor": "end" }, fixed(tick)));
  }
  const curves = svg("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", width: "100%", height: "100%" });
  const curve = points.map((point) => corner(point, point.value));
  curves.append(svg("polygon", { class: "band", points: outline.join(" ") }));
  curves.append(svg("polyline", { class: "curve", points: curve.join(" ") }));
  chart.append(curves);
  for (const point of points) {
    const dot = svg("circle", { class: "dot", cx: x(point) + "%", cy: y(point.value) + "%", r: 3 });
    dot.append(svg("title", {}, point.label));
    chart.append(dot);
  }
  chart.append(svg("text", { x: "12%", y: "97%", "text-anchor": "middle" }, "0"));
  chart.append(svg("text", { x: "100%", y: "97%", "text-anchor": "end" }, count(end)));
  return el("figure", {}, el("figcaption", {}, title), chart);
}

/** Keeps the tick labels of at most `room` bars, evenly spaced. */
export function ticked(bars: readonly Bar[], room: number): Bar[] {
  const every = Math.max(1, Math.ceil(bars.length / room));
  return bars.map(({ tick, ...bar }, index) => (tick !== undefined && index % every === 0 ? { ...bar, tick } : bar));
}
