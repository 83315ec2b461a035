import { aboutPage } from "./about_page";
import { botPage, botsPage } from "./bots_page";
import type { Report } from "./data";
import { el, link, visible } from "./dom";
import { faultsPage } from "./faults_page";
import { gamePage } from "./game_page";
import { gamesPage } from "./games_page";
import { League } from "./league";
import { liveBanner } from "./live";
import { note, page, type Page } from "./page_parts";
import { pairsPage } from "./pairs_page";
import { hashOf, parseRoute, type Route } from "./routes";
import { standingsPage } from "./standings_page";
import { variantsPage } from "./variants_page";

const pages: Record<string, (league: League, route: Route) => Page> = {
  standings: standingsPage,
  pairs: pairsPage,
  variants: variantsPage,
  bots: botsPage,
  bot: botPage,
  games: gamesPage,
  game: gamePage,
  faults: faultsPage,
  about: aboutPage,
};

/** In the order of the menu: the page, its name, and the pages that count to it. */
const menu: readonly [string, string, string[]][] = [
  ["standings", "Standings", []],
  ["pairs", "Head to head", []],
  ["variants", "Variants", []],
  ["bots", "Bots", ["bot"]],
  ["games", "Games", ["game"]],
  ["faults", "Faults", []],
  ["about", "About", []],
];

function readReport(): Report {
  return JSON.parse(document.getElementById("report")?.textContent ?? "") as Report;
}

/** A page of one game has no standings, and begins with the game. */
function firstRoute(report: Report): Route {
  const route = parseRoute(location.hash);
  const [key] = Object.keys(report.replays);
  if (location.hash.length > 1 || report.standings || key === undefined) return route;
  return parseRoute("#game/" + key);
}

function routed(league: League): { route: Route; shown: Page } {
  const route = firstRoute(league.report);
  const draw = Object.hasOwn(pages, route.page) ? pages[route.page] : undefined;
  return { route, shown: draw ? draw(league, route) : page("Not found", note("This report has no such page.")) };
}

function menuOf(report: Report, current: string): HTMLElement {
  const rated = new Set(["standings", "pairs", "variants"]);
  const items = menu
    .filter(([name]) => report.standings || !rated.has(name))
    .map(([name, label, others]) => {
      const entry = link(hashOf(name), label);
      if (name === current || others.includes(current)) entry.setAttribute("aria-current", "page");
      return el("li", {}, entry);
    });
  return el("nav", { class: "menu", "aria-label": "Pages" }, el("ul", {}, ...items));
}

function start(): void {
  const report = readReport();
  const league = new League(report);
  const name = report.runs.map((run) => visible(run.name)).join(", ");
  const nav = el("div");
  const main = el("main", { id: "main", tabindex: -1 });
  let shown: Page | undefined;
  let first = true;

  const show = (): void => {
    shown?.leave?.();
    const { route, shown: next } = routed(league);
    shown = next;
    document.title = `${next.title} · ${name}`;
    nav.replaceChildren(menuOf(report, route.page));
    const heading = el("h1", { tabindex: -1 }, next.title);
    main.replaceChildren(heading, ...next.content);
    for (const tab of main.querySelectorAll(".tabs [aria-current]")) tab.scrollIntoView({ block: "nearest" });
    const part = route.page === "about" ? document.getElementById(route.path.join("/")) : null;
    if (part) part.focus();
    else if (!first) heading.focus({ preventScroll: true });
    if (!first && !part) scrollTo(0, 0);
    first = false;
  };

  const banner = liveBanner(report, () => parseRoute(location.hash).page !== "game");
  const title = el("p", { class: "title" }, el("strong", {}, "Hearts Arena"), " ", el("bdi", {}, name));
  document.body.append(el("header", {}, title, nav, banner), main);
  addEventListener("hashchange", show);
  show();
}

start();
