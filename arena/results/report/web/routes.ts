/** What the address says: "#games?bot=1&page=2" is page "games"; "#game/0/b0g0/h2/t5" has a path. */

export interface Route {
  page: string;
  path: string[];
  query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [words = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  const [page = "", ...path] = words.split("/").map(decoded);
  return { page: page === "" ? "standings" : page, path, query: new URLSearchParams(query) };
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

export function hashOf(
  page: string,
  path: readonly (string | number)[] = [],
  query: Record<string, string> = {},
): string {
  const kept = Object.entries(query).filter(([, value]) => value !== "");
  const words = [page, ...path.map((word) => encodeURIComponent(String(word)))].join("/");
  return "#" + words + (kept.length > 0 ? "?" + new URLSearchParams(kept).toString() : "");
}

/** Browsers take 200 changes of the address in ten seconds, and a key that is held down makes more. */
const addressPause = 80;
let nextAddress: { hash: string; from: string } | undefined;
let lastAddressAt = -addressPause;

/** The address changes, at once or soon, and nothing is drawn anew. */
export function replaceHash(hash: string): void {
  const wait = lastAddressAt + addressPause - performance.now();
  if (nextAddress === undefined && wait > 0) setTimeout(writeAddress, wait);
  nextAddress = { hash, from: location.hash };
  if (wait <= 0) writeAddress();
}

/** An address that a link has changed meanwhile stays. */
function writeAddress(): void {
  if (nextAddress?.from === location.hash) history.replaceState(null, "", nextAddress.hash);
  nextAddress = undefined;
  lastAddressAt = performance.now();
}

/** An index below `length` in a word of the path; otherwise 0. */
export function indexIn(word: string | undefined, length: number): number {
  const index = Number(word);
  return Number.isInteger(index) && index > 0 && index < length ? index : 0;
}
