/** Describes the steps of a game in words, with what the bots wrote at each. */

import type { Deck } from "./cards";
import type { Note, Replay, Step } from "./data";
import { el, said, saidLines, visible } from "./dom";
import { sees } from "./felt";
import { wordsOf } from "./hand_play";
import { at, counted, duration } from "./numbers";

const deciders = { arena: " (the arena decides)", house: " (the house player decides)" };

/** "ann plays the queen of spades" */
export function stepWords(replay: Replay, deck: Deck, step: Step, eye: number | null): string {
  const name = (seat: number): string => visible(replay.names[seat] ?? `seat ${seat}`);
  const who = name(step.seat) + (step.by ? deciders[step.by] : "");
  switch (step.kind) {
    case "select":
      return `${who} plays its ${step.hand === 0 ? "first" : "second"} hand first`;
    case "pass": {
      const cards = wordsOf(step.cards);
      const what = sees(eye, step.seat)
        ? cards.map((card) => deck.card(card).name).join(", ")
        : counted(cards.length, "card");
      return `${who} passes ${what} to ${name(step.to)}`;
    }
    case "play": {
      const marks = (step.early ? ", out of turn" : "") + (step.revoke ? ", without following suit" : "");
      return `${who} plays the ${deck.card(step.card).name}${marks}`;
    }
    case "back":
      return `the ${deck.card(step.card).name} goes back to ${name(step.owner)}`;
    case "take": {
      const kitty = step.kitty ? ", and the cards left over" : "";
      return `${who} takes the trick${kitty}, ${counted(step.points, "point")}`;
    }
    case "subhand":
      return "the second hand begins";
    case "say":
      return visible(step.text);
  }
}

const noteTitles: Record<Note["kind"], string> = {
  info: "note",
  stderr: "on stderr",
  refused: "refused",
  fault: "fault",
  sent: "sent to the bot",
  received: "received from the bot",
};

type Question = Pick<Note, "seat" | "question">;

/**
 * The notes by seat and question, and how long the current answer took. The view of one seat has only its own notes.
 */
export function noteList(
  replay: Replay,
  notes: readonly Note[],
  asked: Question | null,
  eye: number | null,
): HTMLElement[] {
  const questions = new Map<string, Question>();
  for (const { seat, question } of [...(asked ? [asked] : []), ...notes])
    if (sees(eye, seat)) questions.set(`${seat} ${question}`, { seat, question });
  return [...questions.values()].map(({ seat, question }) => {
    const own = notes.filter((note) => note.seat === seat && note.question === question);
    const when = question > 0 ? `, question ${question}` : ", before the first question";
    const title = el("h3", {}, said(at(replay.names, seat)), when);
    return el("section", { class: "texts" }, title, took(replay, seat, question), ...joined(own).map(noteBox));
  });
}

/** Joins consecutive notes of the same kind. */
function joined(notes: readonly Note[]): Note[] {
  const found: Note[] = [];
  for (const note of notes) {
    const last = found[found.length - 1];
    if (last?.kind === note.kind) found[found.length - 1] = { ...last, text: last.text + "\n" + note.text };
    else found.push(note);
  }
  return found;
}

function noteBox({ kind, text }: Note): HTMLElement {
  const alarm = kind === "fault" || kind === "refused";
  return el("div", { class: alarm ? "alarm" : null }, el("h4", {}, noteTitles[kind]), saidLines(text));
}

/** Says how long the answer took; null if that is not known. */
function took(replay: Replay, seat: number, question: number): HTMLElement | null {
  const time = replay.times[seat]?.[question - 1] ?? 0;
  if (time <= 0) return null;
  const slow = 2 * time >= (replay.move[seat] ?? Infinity);
  return el("p", { class: slow ? "alarm" : null }, `took ${duration(time)}${slow ? ", which is slow" : ""}`);
}

/** Time left in each seat's bank after the questions answered so far; null if not known. */
export function banksAt(replay: Replay, questions: readonly number[]): (number | null)[] {
  return questions.map((question, seat) => {
    const bank = question > 0 ? replay.banks[seat]?.[question - 1] : undefined;
    return bank === undefined || bank < 0 ? null : bank;
  });
}
