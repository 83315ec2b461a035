import { aboutPage } from "./about_page";
import { botPage, botsPage } from "./bots_page";
import type { Report } from "./data";
import { el, visible } from "./dom";
import { faultsPage } from "./faults_page";
import { gamePage } from "./game_page";
import { gamesPage } from "./games_page";
import { League } from "./league";
import { age, count } from "./numbers";
import { note, page, tabs, type Page } from "./page_parts";
import { pairsPage } from "./pairs_page";
import { hashOf, parseRoute, type Route } from "./routes";
import { standingsPage } from "./standings_page";
import { variantsPage } from "./variants_page";

interface Place {
  draw: (league: League, route: Route) => Page;
  /** Its name in the menu; without one it is not in the menu. */
  label?: string;
  /** Only in reports with standings. */
  rated?: true;
  /** The menu entry to highlight, if the page has none of its own. */
  under?: string;
}

/** All pages, by their names in the address, in menu order. */
const pages: Record<string, Place> = {
  standings: { draw: standingsPage, label: "Standings", rated: true },
  pairs: { draw: pairsPage, label: "Head to head", rated: true },
  variants: { draw: variantsPage, label: "Variants", rated: true },
  bots: { draw: botsPage, label: "Bots" },
  bot: { draw: botPage, under: "bots" },
  games: { draw: gamesPage, label: "Games" },
  game: { draw: gamePage, under: "games" },
  faults: { draw: faultsPage, label: "Faults" },
  about: { draw: aboutPage, label: "About" },
};

/** The route of the address. A report of one game has no standings, so it opens with the game. */
function firstRoute(report: Report): Route {
  const route = parseRoute(location.hash);
  const [key] = Object.keys(report.replays);
  if (location.hash.length > 1 || report.standings || key === undefined) return route;
  return parseRoute("#game/" + key);
}

function placeOf(route: Route): Place | undefined {
  return Object.hasOwn(pages, route.page) ? pages[route.page] : undefined;
}

function menuOf(report: Report, route: Route): HTMLElement {
  const current = placeOf(route)?.under ?? route.page;
  const entries = Object.entries(pages)
    .filter(([, { label, rated }]) => label !== undefined && (report.standings || !rated))
    .map(([name, { label }]) => ({ label, href: hashOf(name), current: name === current }));
  return tabs("Pages", entries, "menu");
}

/** A page that was not rewritten for this many intervals is late. */
const lateAfter = 3;

/**
 * Makes a banner for a run that is being played: it shows the age of the page, and reloads the page when a newer one
 * should exist. `mayReload` says that a reload would interrupt nobody.
 */
function liveBanner(report: Report, mayReload: () => boolean): HTMLElement | null {
  const live = report.live;
  if (!live) return null;
  const banner = el("p", { class: "live", role: "status" });
  const opened = Date.now();
  const update = (): void => {
    const seconds = Date.now() / 1000 - report.made;
    const late = seconds > lateAfter * live.every + 10 ? " The run may have ended or stopped." : "";
    const played = `${count(live.games)} of ${count(live.planned)} games played`;
    banner.textContent = `Live: ${played}. Updated ${age(seconds)} ago.${late}`;
    if ((Date.now() - opened) / 1000 > live.every + 1 && mayReload()) location.reload();
  };
  update();
  setInterval(update, 1000);
  return banner;
}

function start(): void {
  const report = JSON.parse(document.getElementById("report")?.textContent ?? "") as Report;
  const league = new League(report);
  const name = report.runs.map((run) => visible(run.name)).join(", ");
  const nav = el("div");
  const main = el("main", { id: "main", tabindex: -1 });
  let shown: Page | undefined;
  let first = true;

  const show = (): void => {
    shown?.leave?.();
    const route = firstRoute(report);
    shown = placeOf(route)?.draw(league, route) ?? page("Not found", note("This report contains no such page."));
    document.title = `${shown.title} · ${name}`;
    nav.replaceChildren(menuOf(report, route));
    const heading = el("h1", { tabindex: -1 }, shown.title);
    main.replaceChildren(heading, ...shown.content);
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
