/** Formats figures for people, and computes axes. */

/** Shown if a value is not known. */
export const unknown = "–";

const minus = "\u2212";

/** Rounds as the arena's text output does (fixed() in figure_text.cpp), which also rounds 1.325 to 1.33. */
function rounded(value: number, digits: number): string {
  const unit = 10 ** digits;
  return ((Math.sign(value) * Math.round(Math.abs(value) * unit)) / unit).toFixed(digits);
}

export function fixed(value: number | null | undefined, digits = 0): string {
  if (value === null || value === undefined) return unknown;
  return rounded(value, digits)
    .replace(/^-(?=.*[1-9])/, minus)
    .replace(/^-/, "");
}

export function signed(value: number | null | undefined, digits = 0): string {
  const text = fixed(value, digits);
  return value !== null && value !== undefined && /[1-9]/.test(text) && value > 0 ? "+" + text : text;
}

export function plusMinus(value: number | null | undefined, digits = 0): string {
  return value === null || value === undefined ? "" : "±" + rounded(value, digits);
}

/** Formats a share from 0 to 1: "53.2%". */
export function percent(part: number | null | undefined): string {
  return part === null || part === undefined ? unknown : fixed(100 * part, 1) + "%";
}

/** Formats a likelihood: "94.1%". It is never certain, so it is at most ">99.9%" and at least "<0.1%". */
export function likelihood(part: number | null | undefined): string {
  if (part === null || part === undefined) return unknown;
  return part >= 0.9995 ? ">99.9%" : part < 0.0005 ? "<0.1%" : percent(part);
}

/** Formats a p-value: "p = 0.012", "p = 0.00004", "p < 0.000001". */
export function pValue(p: number): string {
  return p < 1e-6 ? "p < 0.000001" : `p = ${fixed(p, Math.max(3, Math.ceil(-Math.log10(p))))}`;
}

/** "10,000" */
export function count(value: number): string {
  return fixed(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "1 game", "10,000 games" */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${value === 1 ? noun : noun + "s"}`;
}

const units: readonly [number, string][] = [
  [1, "µs"],
  [1e3, "ms"],
  [1e6, "s"],
];

/** Formats a time with three digits: "85 µs", "1.20 ms", "29.1 s", "312 s". */
export function duration(microseconds: number): string {
  const [size, unit] = [...units].reverse().find(([least]) => microseconds >= 0.9995 * least) ?? [1, "µs"];
  const value = microseconds / size;
  if (size === 1) return `${value.toFixed(0)} ${unit}`;
  return `${value.toFixed(value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2)} ${unit}`;
}

/** "12 s", "3 min", "5 h", "2 days" */
export function age(seconds: number): string {
  if (seconds < 90) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86400)} days`;
}

export function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no ${index} in a list of ${list.length}`);
  return item;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export interface Axis {
  low: number;
  high: number;
  ticks: number[];
}

/** Makes an axis with about five ticks at round numbers. */
export function axisOf(values: readonly number[]): Axis {
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (values.length === 0) [low, high] = [0, 1];
  if (high - low < 1e-9) [low, high] = [low - 1, high + 1];
  const rough = (high - low) / 5;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = size * (rough / size < 1.5 ? 1 : rough / size < 3.5 ? 2 : rough / size < 7.5 ? 5 : 10);
  const margin = (high - low) * 0.04;
  const ticks: number[] = [];
  for (let tick = Math.ceil((low - margin) / step) * step; tick <= high + margin; tick += step)
    ticks.push(Math.round(tick / step) * step);
  return { low: low - margin, high: high + margin, ticks };
}

/** Position of a value on an axis, in percent. */
export function place(axis: Axis, value: number): number {
  return (100 * (value - axis.low)) / (axis.high - axis.low);
}
