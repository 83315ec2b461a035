/** The tables beside the felt: the tricks of the hand, and the score sheet of the game. */

import { cardFace, type Deck } from "./cards";
import type { Replay } from "./data";
import { button, el, said, visible } from "./dom";
import type { Trick } from "./hand_play";
import { at, fixed, signed } from "./numbers";
import { columnHead, framedTable, rowHead, tableRow } from "./table";

const marks = { arena: ["!", "the arena decided"], house: ["!!", "a house player decided"] } as const;

interface TrickView {
  replay: Replay;
  deck: Deck;
  tricks: readonly Trick[];
  /** The position that is shown, and the last one whose card may be shown. */
  now: number;
  limit: number;
  /** Positions with a fault. */
  faults: ReadonlySet<number>;
  go: (position: number) => void;
}

/** A row for each trick, a column for each seat. Pressing a card goes to the moment it was played. */
export function trickTable(view: TrickView): HTMLElement {
  const { replay, tricks, limit } = view;
  const names = replay.names.map((name) => columnHead(said(name), { title: visible(name) }));
  const heads = [columnHead("#"), ...names, columnHead("Points", { class: "figure" })];
  const rows = tricks.map((trick) => {
    const isTaken = trick.complete < limit;
    const cells = replay.bots.map((_, seat) =>
      el("td", { class: isTaken && trick.taker === seat ? "takes" : null }, ...cardButtons(view, trick, seat)),
    );
    const points = isTaken ? signed(trick.points) : "";
    return tableRow(rowHead(trick.number), ...cells, el("td", { class: "figure" }, points));
  });
  return framedTable("tricks", "Tricks", heads, el("tbody", {}, ...rows));
}

function cardButtons({ deck, now, limit, faults, go }: TrickView, trick: Trick, seat: number): HTMLElement[] {
  const plays = trick.plays.filter(({ card, position }) => card.seat === seat && position <= limit);
  return plays.map(({ card, position }) => {
    const leads = trick.plays[0]?.card === card;
    const face = cardFace(deck.card(card.card), "mini");
    const press = button(face, () => go(position), {
      class: leads ? "leads" : null,
      "aria-current": position === now ? "step" : null,
    });
    if (card.by) {
      const [mark, title] = marks[card.by];
      press.append(el("abbr", { title }, mark));
    }
    if (faults.has(position)) press.append(el("abbr", { class: "alarm", title: "fault" }, "⚠"));
    return press;
  });
}

/**
 * The points of each hand and the totals after it. The number of a hand is a link to it. `forfeits`: bit set of seats
 * that forfeited.
 */
export function scoreSheet(
  replay: Replay,
  forfeits: number,
  current: number,
  hrefOf: (hand: number) => string,
): HTMLElement {
  const heads = replay.names.map((name) => columnHead(said(name), { class: "figure", title: visible(name) }));
  const rows = replay.hands.map((hand, index) => {
    const isCurrent = index === current;
    const number = el("a", { href: hrefOf(index), "aria-current": isCurrent ? "true" : null }, hand.number);
    const shooters = new Set(hand.steps.flatMap((step) => (step.kind === "say" && step.moon ? [step.seat] : [])));
    const thrown = hand.thrownIn ? el("small", {}, " thrown in") : null;
    const cells = replay.bots.map((_, seat) => {
      const change = hand.thrownIn ? "" : signed(hand.change[seat]);
      const moon = shooters.has(seat) ? el("abbr", { title: "shot the moon" }, "☾ ") : null;
      return el("td", { class: "figure" }, moon, el("small", {}, change), " ", fixed(at(hand.after, seat)));
    });
    return el("tr", { class: isCurrent ? "now" : null }, rowHead(number, thrown), ...cells);
  });
  const places = replay.places.map((place, seat) =>
    el("td", { class: "figure" }, (forfeits >> seat) & 1 ? el("small", {}, "forfeit ") : null, place),
  );
  const foot = el("tfoot", {}, tableRow(rowHead("Place"), ...places));
  const caption = replay.cut ? "Score sheet (cut: the totals had not ended the game)" : "Score sheet";
  return framedTable("sheet", caption, [columnHead("Hand"), ...heads], el("tbody", {}, ...rows), foot);
}
