/** Routes in the address: "#games?bot=1&page=2" is the page "games" with a query; "#game/0/b0g0/h2/t5" has a path. */

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

/** Browsers allow 200 changes of the address in ten seconds; a key that is held down would make more. */
const addressPause = 80;
let nextAddress: { hash: string; from: string } | undefined;
let lastAddressAt = -addressPause;

/** Changes the address, immediately or soon, without redrawing anything. */
export function replaceHash(hash: string): void {
  const wait = lastAddressAt + addressPause - performance.now();
  if (nextAddress === undefined && wait > 0) setTimeout(writeAddress, wait);
  nextAddress = { hash, from: location.hash };
  if (wait <= 0) writeAddress();
}

/** Does nothing if a link has changed the address in the meantime. */
function writeAddress(): void {
  if (nextAddress?.from === location.hash) history.replaceState(null, "", nextAddress.hash);
  nextAddress = undefined;
  lastAddressAt = performance.now();
}

/** Parses a word of the path as an index below `length`; returns 0 if it is none. */
export function indexIn(word: string | undefined, length: number): number {
  const index = Number(word);
  return Number.isInteger(index) && index > 0 && index < length ? index : 0;
}
