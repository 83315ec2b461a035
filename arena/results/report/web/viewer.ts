/** Shows a game card by card: the table, a description of each step, and the controls. */

import { Deck, suitSymbol } from "./cards";
import { button, chooser, el, said, type Child, type Choice } from "./dom";
import type { Hand, Replay, Step, Variant } from "./data";
import { drawFelt } from "./felt";
import type { League } from "./league";
import { at } from "./numbers";
import { hashOf, replaceHash } from "./routes";
import { scoreSheet, trickTable } from "./sheets";
import { banksAt, noteList, stepWords } from "./commentary";
import type { HandLine, Moment, Timeline } from "./timeline";

/** Milliseconds for each step. */
const speeds: Record<string, number> = { slow: 1600, normal: 800, fast: 250 };

/** A way to move through the game: by a key, and, if it has a label, by a button. */
interface Move {
  key: string;
  label?: string;
  title?: string;
  to: (from: Moment) => Moment | undefined;
}

function movesOf(timeline: Timeline): Move[] {
  const { faults } = timeline;
  return [
    { key: "PageUp", label: "⇤ hand", title: "Previous hand", to: (from) => timeline.handMoved(from, -1) },
    { key: "ArrowUp", label: "← trick", title: "Previous trick", to: (from) => timeline.trickMoved(from, -1) },
    { key: "ArrowLeft", label: "←", title: "Previous step", to: (from) => timeline.moved(from, -1) },
    { key: "ArrowRight", label: "→", title: "Next step", to: (from) => timeline.moved(from, 1) },
    { key: "ArrowDown", label: "trick →", title: "Next trick", to: (from) => timeline.trickMoved(from, 1) },
    { key: "PageDown", label: "hand ⇥", title: "Next hand", to: (from) => timeline.handMoved(from, 1) },
    { key: "Home", to: ({ hand }) => ({ hand, position: 0 }) },
    { key: "End", to: ({ hand }) => ({ hand, position: timeline.last(hand) }) },
    {
      key: "f",
      ...(faults.length > 0 ? { label: "fault →", title: "Next fault" } : {}),
      to: (from) => timeline.nextFault(from),
    },
  ];
}

export class Viewer {
  readonly content: HTMLElement[];

  private readonly moves: readonly Move[];
  private readonly replay: Replay;
  private readonly deck: Deck;
  /** Bit set of seats that forfeited. */
  private readonly forfeits: number;
  private readonly table = el("div");
  private readonly words = el("p", { class: "words", role: "status" });
  private readonly heading = el("h2");
  private readonly remarks = el("div", { class: "remarks" });
  private readonly notes = el("div", { class: "beside" });
  private readonly tricks = el("div");
  private readonly sheet = el("div");
  private readonly slider = el("input", { type: "range", min: 0, "aria-label": "Step of the hand" });
  private readonly player: HTMLButtonElement;
  private timer: number | undefined;
  private wait = 800;
  private readonly onKey = (event: KeyboardEvent): void => this.key(event);

  constructor(
    league: League,
    private readonly timeline: Timeline,
    private moment: Moment,
    private eye: number | null,
  ) {
    this.moves = movesOf(timeline);
    this.replay = timeline.replay;
    const { run, id, variant } = this.replay;
    this.deck = new Deck(at(league.report.variants, variant));
    this.forfeits = league.games.find((game) => game.run === run && game.id === id)?.forfeits ?? 0;
    this.player = button("Play", () => this.playOrPause(), { class: "play" });
    this.slider.addEventListener("input", () => this.go({ ...this.moment, position: Number(this.slider.value) }));
    this.content = [this.layout(at(league.report.variants, variant))];
    document.addEventListener("keydown", this.onKey);
    this.draw();
  }

  leave(): void {
    this.pause();
    document.removeEventListener("keydown", this.onKey);
  }

  private layout(variant: Variant): HTMLElement {
    const seats = this.replay.names.map((name, seat): Choice => [String(seat), `seat ${seat}: ${name}`]);
    const eyes = chooser("Cards", [["", "all"], ...seats], String(this.eye ?? ""), (value) => {
      this.eye = value === "" ? null : Number(value);
      this.draw();
    });
    const paces = Object.keys(speeds).map((word): Choice => [word, word]);
    const speed = chooser("Speed", paces, "normal", (value) => {
      this.wait = speeds[value] ?? this.wait;
      if (this.timer !== undefined) this.play();
    });
    const settings = el("div", { class: "filters" }, eyes, speed);
    const board = el(
      "section",
      { class: "board" },
      this.heading,
      this.words,
      this.table,
      this.controls(),
      settings,
      keys(),
      signs(variant),
    );
    const side = el("div", { class: "side" }, this.remarks, this.notes, this.tricks, this.sheet);
    return el("div", { class: "viewer" }, board, side);
  }

  private controls(): HTMLElement {
    const buttons = this.moves.flatMap((move) => {
      const { label, title } = move;
      return label === undefined ? [] : [button(label, () => this.follow(move), { title, "aria-label": title })];
    });
    buttons.splice(3, 0, this.player);
    const bar = el("div", { class: "controls", role: "group", "aria-label": "Moves" }, ...buttons);
    return el("div", {}, this.slider, bar);
  }

  private follow({ to }: Move): void {
    this.pause();
    const moment = to(this.moment);
    if (moment) this.go(moment);
  }

  private get hand(): Hand {
    return at(this.replay.hands, this.moment.hand);
  }

  private go(moment: Moment): void {
    this.moment = moment;
    this.draw();
  }

  private playOrPause(): void {
    if (this.timer !== undefined) this.pause();
    else this.play();
  }

  private play(): void {
    this.pause();
    this.player.textContent = "Pause";
    this.timer = setInterval(() => {
      if (this.timeline.isEnd(this.moment)) this.pause();
      else this.go(this.timeline.moved(this.moment, 1));
    }, this.wait);
  }

  private pause(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.player.textContent = "Play";
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, select, textarea, pre, .frame"))
      return;
    if (event.key === " ") {
      if (target.closest("button, a, summary")) return;
      this.playOrPause();
    } else {
      const move = this.moves.find(({ key }) => key === event.key);
      if (!move) return;
      this.follow(move);
    }
    event.preventDefault();
  }

  private draw(): void {
    const { moment, eye, hand, replay, deck, timeline } = this;
    const line = timeline.line(moment.hand);
    const position = at(line.positions, moment.position);
    const next = hand.steps[moment.position];
    const winner = next?.kind === "take" ? next.seat : null;
    const banks = banksAt(replay, at(line.asked, moment.position));
    this.table.replaceChildren(drawFelt({ replay, hand, deck, position, winner, eye, banks }));
    this.drawHeading();
    const step = position.step;
    this.words.textContent = step
      ? stepWords(replay, deck, step, eye)
      : hand.thrownIn
        ? "The hand is thrown in"
        : "The cards are dealt";
    this.slider.max = String(timeline.last(moment.hand));
    this.slider.value = String(moment.position);
    this.drawSide(line, position.step);
    // "t5" if the fifth trick is complete, else "s37".
    const trick = line.tricks.find(({ complete }) => complete === moment.position);
    const word = trick ? `t${trick.number}` : `s${moment.position}`;
    replaceHash(this.address(moment.hand, moment.position === 0 ? "" : word));
  }

  private drawHeading(): void {
    const { hand, replay } = this;
    const last = at(replay.hands, replay.hands.length - 1).number;
    const again = this.timeline.handName(this.moment.hand) === String(hand.number) ? "" : ", dealt again";
    const suit = hand.pointSuit === "" ? "" : `, point suit ${this.deck.suitName(hand.pointSuit)}`;
    const extra = hand.extra ? ", an extra hand" : "";
    const words = hand.passWords === "" ? "" : ", " + hand.passWords;
    this.heading.replaceChildren(
      `Hand ${hand.number} of ${last}${again}: `,
      said(at(replay.names, hand.dealer)),
      ` deals${words}${suit}${extra}`,
    );
    this.remarks.replaceChildren(...hand.remarks.map((remark) => el("p", { class: "alarm" }, said(remark))));
  }

  private drawSide({ tricks }: HandLine, done: Step | undefined): void {
    const { moment, eye, replay, deck, timeline } = this;
    const asked = done && done.q > 0 ? { seat: done.seat, question: done.q } : null;
    this.notes.replaceChildren(...noteList(replay, timeline.notesAt(moment), asked, eye));
    const known = tricks.filter(({ plays }) => eye === null || (plays[0]?.position ?? 0) <= moment.position);
    const faults = new Set(timeline.faults.filter(({ hand }) => hand === moment.hand).map(({ position }) => position));
    const go = (position: number): void => {
      this.pause();
      this.go({ ...moment, position });
      this.tricks.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true });
    };
    const limit = eye === null ? Infinity : moment.position;
    this.tricks.replaceChildren(trickTable({ replay, deck, tricks: known, now: moment.position, limit, faults, go }));
    this.sheet.replaceChildren(scoreSheet(replay, this.forfeits, moment.hand, (hand) => this.address(hand, "")));
  }

  private address(hand: number, word: string): string {
    const { run, id } = this.replay;
    const path = [run, id, "h" + this.timeline.handName(hand), word].filter((part) => part !== "");
    return hashOf("game", path, this.eye === null ? {} : { seat: String(this.eye) });
  }
}

function keys(): HTMLElement {
  const table: [string, string][] = [
    ["← →", "step"],
    ["↑ ↓", "trick"],
    ["Home End", "start and end of the hand"],
    ["Page Up/Down", "hand"],
    ["Space", "play or pause"],
    ["F", "next fault"],
  ];
  return el("p", { class: "keys" }, ...table.flatMap(([key, what]) => [el("kbd", {}, key), ` ${what} `]));
}

const frenchSuits = ["clubs", "diamonds", "spades", "hearts"];

/** Explains the marks beside the cards, and the symbols of suits outside the French deck. */
function signs({ suits, jokers }: Variant): HTMLElement {
  const table: [Child, string][] = [
    ["D", "dealer"],
    [el("span", { class: "received" }, "10"), "passed to this seat"],
    ["›", "leads"],
    ["⚠", "fault"],
    ["!", "the arena decided"],
    ["!!", "a house player decided, because the bot had forfeited"],
  ];
  for (const { name } of suits)
    if (!frenchSuits.includes(name.toLowerCase())) table.push([suitSymbol(name.toLowerCase()), name]);
  if (jokers.length > 0) table.push([suitSymbol("joker"), "Joker, the lowest of its suit"]);
  return el("ul", { class: "signs" }, ...table.map(([sign, what]) => el("li", {}, el("b", {}, sign), " ", what)));
}
