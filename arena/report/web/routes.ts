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

/** The address changes, and nothing is drawn anew. */
export function replaceHash(hash: string): void {
  history.replaceState(null, "", hash);
}

/** An index below `length` in a word of the path; otherwise 0. */
export function indexIn(word: string | undefined, length: number): number {
  const index = Number(word);
  return Number.isInteger(index) && index > 0 && index < length ? index : 0;
}
