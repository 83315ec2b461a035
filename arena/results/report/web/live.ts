/** A run that goes on: how old the page is, and the page anew when a newer one should be there. */

import type { Report } from "./data";
import { el } from "./dom";
import { age, count } from "./numbers";

/** After so many times its interval a page that was not written anew is late. */
const lateAfter = 3;

/** `mayReload`: nobody is in the middle of something. */
export function liveBanner(report: Report, mayReload: () => boolean): HTMLElement | null {
  const live = report.live;
  if (!live) return null;
  const banner = el("p", { class: "live", role: "status" });
  const opened = Date.now();
  const tell = (): void => {
    const seconds = Date.now() / 1000 - report.made;
    const late = seconds > lateAfter * live.every + 10 ? " The run may have ended or stopped." : "";
    banner.textContent = `Live: ${count(live.games)} of ${count(live.planned)} games. Written ${age(seconds)} ago.${late}`;
    if ((Date.now() - opened) / 1000 > live.every + 1 && mayReload()) location.reload();
  };
  tell();
  setInterval(tell, 1000);
  return banner;
}
