/**
 * The page of one game. Its address is "#game/0/b0g0/h2/t5": run, game, hand, trick. The index of the run may be left
 * out if there is only one. In place of the trick: "s37" is a step, "q3.17" is question 17 of seat 3.
 */

import type { Replay } from "./data";
import { el, link, said, visible } from "./dom";
import type { League } from "./league";
import { at, counted } from "./numbers";
import { note, page, replayCommand, type Page } from "./page_parts";
import { hashOf, type Route } from "./routes";
import { Timeline, type Moment } from "./timeline";
import { Viewer } from "./viewer";

export function gamePage(league: League, route: Route): Page {
  const { run, id, where } = gameNamed(route.path);
  const replay = league.replay(run, id);
  if (!replay || replay.hands.length === 0) return noGame(id);
  const timeline = new Timeline(replay);
  const seat = route.query.get("seat") ?? "";
  const eye = /^\d$/.test(seat) && Number(seat) < replay.bots.length ? Number(seat) : null;
  const viewer = new Viewer(league, timeline, momentNamed(timeline, where), eye);
  return {
    title: `Game ${visible(id)}`,
    content: [about(league, replay), ...viewer.content],
    leave: () => viewer.leave(),
  };
}

function gameNamed(path: readonly string[]): { run: number; id: string; where: string[] } {
  const [first = "", ...rest] = path;
  if (!/^\d+$/.test(first)) return { run: 0, id: first, where: rest };
  const [id = "", ...where] = rest;
  return { run: Number(first), id, where };
}

function momentNamed(timeline: Timeline, where: readonly string[]): Moment {
  const hands = timeline.replay.hands;
  const [handWord = "", word = ""] = where;
  const question = /^q(\d+)\.(\d+)$/.exec(word);
  if (question) return timeline.momentOf(Number(question[1]), Number(question[2]));
  const hand = Math.max(
    0,
    hands.findIndex((_, index) => "h" + timeline.handName(index) === handWord),
  );
  const trick = timeline.line(hand).tricks.find(({ number }) => `t${number}` === word);
  const step = /^s(\d+)$/.exec(word);
  const position = trick ? trick.complete : step ? Math.min(Number(step[1]), timeline.last(hand)) : 0;
  return { hand, position };
}

function about(league: League, replay: Replay): HTMLElement {
  const busy = replay.busy
    ? " The machine was busy with other work during this game."
    : replay.crowded
      ? " Bots waited for processors during this game, because more games than processors were in progress."
      : "";
  const games = league.games.length > 1 ? [" ", link(hashOf("games"), "All games")] : [];
  const length = counted(replay.hands.length, "hand");
  const run = said(at(league.report.runs, replay.run).name);
  return el("p", {}, league.variantLink(replay.variant), `, ${length}, run `, run, ".", busy, ...games);
}

function noGame(id: string): Page {
  return page(
    `Game ${visible(id)}`,
    note(
      "This report cannot show this game. To see it, run ",
      replayCommand(id),
      ".",
    ),
    el("p", {}, link(hashOf("games"), "All games")),
  );
}
