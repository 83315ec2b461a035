/** What stands beside the table: the tricks of the hand, and the score sheet of the game. */

import { cardFace } from "./cards";
import type { Deck } from "./cards";
import type { Replay } from "./data";
import { button, el, link, said, visible } from "./dom";
import type { Trick } from "./hand_play";
import { at, fixed, signed } from "./numbers";
import { framedTable } from "./table";

const marks = { arena: "!", house: "!!" };

interface TrickView {
  replay: Replay;
  deck: Deck;
  tricks: readonly Trick[];
  /** The position that is shown, and the last whose card may be told. */
  now: number;
  limit: number;
  /** Positions with a fault. */
  faults: ReadonlySet<number>;
  go: (position: number) => void;
}

/** A row for each trick, a column for each seat; each card leads to its moment. */
export function trickTable(view: TrickView): HTMLElement {
  const { replay, tricks, limit } = view;
  const heads = replay.names.map((name) => el("th", { scope: "col", title: visible(name) }, said(name)));
  const head = el(
    "tr",
    {},
    el("th", { scope: "col" }, "#"),
    ...heads,
    el("th", { scope: "col", class: "figure" }, "Points"),
  );
  const rows = tricks.map((trick) => {
    const isTaken = trick.complete < limit;
    const cells = replay.bots.map((_, seat) =>
      el("td", { class: isTaken && trick.taker === seat ? "takes" : null }, ...cardButtons(view, trick, seat)),
    );
    const points = isTaken ? signed(trick.points) : "";
    return el("tr", {}, el("th", { scope: "row" }, trick.number), ...cells, el("td", { class: "figure" }, points));
  });
  return framedTable("tricks", "Tricks", head, el("tbody", {}, ...rows));
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
    if (card.by)
      press.append(
        el("abbr", { title: card.by === "arena" ? "the arena decided" : "the house player decided" }, marks[card.by]),
      );
    if (faults.has(position)) press.append(el("abbr", { class: "alarm", title: "fault" }, "⚠"));
    return press;
  });
}

/** `forfeits`: seats that forfeited, by bit. Points of each hand and totals after it; each hand's number leads there. */
export function scoreSheet(
  replay: Replay,
  forfeits: number,
  current: number,
  hrefOf: (hand: number) => string,
): HTMLElement {
  const heads = replay.names.map((name) =>
    el("th", { scope: "col", class: "figure", title: visible(name) }, said(name)),
  );
  const rows = replay.hands.map((hand, index) => {
    const row = el("tr", { class: index === current ? "now" : null });
    const number = link(hrefOf(index), String(hand.number));
    if (index === current) number.setAttribute("aria-current", "true");
    const shooters = new Set(hand.steps.flatMap((step) => (step.kind === "say" && step.moon ? [step.seat] : [])));
    const thrown = hand.thrownIn ? el("small", {}, " thrown in") : null;
    row.append(el("th", { scope: "row" }, number, thrown));
    replay.bots.forEach((_, seat) => {
      const change = hand.thrownIn ? "" : signed(hand.change[seat]);
      const moon = shooters.has(seat) ? el("abbr", { title: "shot the moon" }, "☾ ") : null;
      row.append(el("td", { class: "figure" }, moon, el("small", {}, change), " ", fixed(at(hand.after, seat))));
    });
    return row;
  });
  const places = replay.places.map((place, seat) =>
    el("td", { class: "figure" }, (forfeits >> seat) & 1 ? el("small", {}, "forfeit ") : null, place),
  );
  const foot = el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, "Place"), ...places));
  const head = el("tr", {}, el("th", { scope: "col" }, "Hand"), ...heads);
  return framedTable("sheet", "Score sheet", head, el("tbody", {}, ...rows), foot);
}
