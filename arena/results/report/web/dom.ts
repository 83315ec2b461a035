/** Builds elements from data. Text is always added as text, never as markup. */

export type Child = Node | string | number | null | undefined | false;
export type Attributes = Record<string, string | number | boolean | null | undefined>;

const svgNamespace = "http://www.w3.org/2000/svg";

/** Sets attributes and adds children. `true` gives an empty attribute; `false`, `null` and `undefined` give none. */
function filled<Made extends Element>(element: Made, attributes: Attributes, children: readonly Child[]): Made {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === "number" ? String(child) : child);
  }
  return element;
}

export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  return filled(document.createElement(tag), attributes, children);
}

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[Tag] {
  return filled(document.createElementNS(svgNamespace, tag), attributes, children);
}

export function link(href: string, ...children: Child[]): HTMLAnchorElement {
  return el("a", { href }, ...children);
}

export function button(label: Child, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = el("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", press);
  return made;
}

export type Choice = readonly [value: string, label: string];

/** A labelled list of choices. */
export function chooser(
  label: string,
  choices: readonly Choice[],
  chosen: string,
  choose: (value: string) => void,
): HTMLLabelElement {
  const select = el("select");
  for (const [value, text] of choices)
    select.append(el("option", { value, selected: value === chosen }, visible(text)));
  select.addEventListener("change", () => choose(select.value));
  return el("label", { class: "field" }, el("span", {}, label), select);
}

/** Sets custom CSS properties of an element; the security policy forbids style attributes. */
export function setProperties(element: HTMLElement | SVGElement, properties: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, String(value));
}

/** Control characters except tab and newline, marks of text direction, and characters without width. */
const invisible =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Writes invisible characters as escapes such as \u202e. */
export function visible(text: string): string {
  return text.replace(invisible, (mark) => "\\u" + mark.charCodeAt(0).toString(16).padStart(4, "0"));
}

/** Shows text that a stranger wrote. It cannot change the direction of the text around it. */
export function said(text: string): HTMLElement {
  return el("bdi", {}, visible(text));
}

/** Shows an id such as "black-lady@5+kitty_first", which may break between its words. */
export function saidId(text: string): HTMLElement {
  const words = visible(text).split(/(?=[@+])|(?<=[_=])/);
  return el("bdi", {}, ...words.flatMap((word, index) => (index > 0 ? [el("wbr"), word] : [word])));
}

/** Shows lines that a stranger wrote, unchanged. */
export function saidLines(text: string): HTMLElement {
  return el("pre", { tabindex: 0 }, visible(text));
}
