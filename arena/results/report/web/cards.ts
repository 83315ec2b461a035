/** Draws cards: a rank and a symbol for the suit. The colour only repeats what the symbol says. */

import type { Variant } from "./data";
import { el, svg, type Child } from "./dom";

/** The symbols, by the name of the suit, as paths in a square of 24 units. `isThin`: drawn as lines, not as areas. */
const symbols: Record<string, { path: string; isThin?: true }> = {
  hearts: { path: "M12 21.5C5 15.8 2 12 2 8a5.3 5.3 0 0 1 10-2.5A5.3 5.3 0 0 1 22 8c0 4-3 7.8-10 13.5z" },
  diamonds: { path: "M12 1.5 20.5 12 12 22.5 3.5 12z" },
  spades: {
    path: "M12 1.5C9 6.5 2.5 9.5 2.5 14.2a4.5 4.5 0 0 0 8.3 2.9c-.2 2-.9 3.9-2.6 5.4h7.6c-1.7-1.5-2.4-3.4-2.6-5.4a4.5 4.5 0 0 0 8.3-2.9C21.5 9.5 15 6.5 12 1.5z",
  },
  clubs: {
    path: "M12 1.8a4.7 4.7 0 0 0-4 7.2 4.7 4.7 0 1 0 3.1 7.3c-.2 2.4-1.1 4.4-2.9 6.2h7.6c-1.8-1.8-2.7-3.8-2.9-6.2A4.7 4.7 0 1 0 16 9a4.7 4.7 0 0 0-4-7.2z",
  },
  rock: { path: "M2 19.5 4.5 10.5 10 5l4.5 6.5L11 20.5H3zM12.2 4.5l5.3 1.3L22 13l-1.2 6.5-7.3 1 3.5-9z" },
  water: { path: "M12 1.5S4 11 4 15.5a8 8 0 0 0 16 0C20 11 12 1.5 12 1.5z" },
  paper: { path: "M4.5 1.5h9v6.5H20v14.5H4.5zM15.5 1.5 20 6h-4.5zM7.5 11v2h9.5v-2zm0 4.5v2h9.5v-2z" },
  lizard: {
    path: "M17.5 3.5c-3.5-1.5-6 1-5.5 4s1.5 5-.5 8-5 3-7.5 6M12.5 8 7 6.5 5.5 8.5M13 11.5l5.5.5 1.5-2M11.5 16l5 2.5-.5 2.5M10.5 15 5 14l-1.5-2",
    isThin: true,
  },
  scissors: { path: "M6 15.5a3 3 0 1 0 .01 0zM18 15.5a3 3 0 1 0 .01 0zM8 16.5 17.5 2M16 16.5 6.5 2", isThin: true },
  joker: { path: "M12 1.5l3 7.2 7.7.6-5.9 5 1.9 7.6-6.7-4.1-6.7 4.1 1.9-7.6-5.9-5 7.7-.6z" },
};

const area = { fill: "currentColor", "fill-rule": "evenodd" };
const pen = { "stroke-width": 2.4, "stroke-linecap": "round", "stroke-linejoin": "round" };
const thin = { fill: "none", stroke: "currentColor", ...pen };

const rankNames: Record<string, string> = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
const jokerRank = "X";

interface Card {
  word: string;
  /** "10", "Q"; empty for a Joker. */
  rank: string;
  /** Index of the suit in the deck; a card without a suit comes after the last one. */
  suit: number;
  suitName: string;
  /** "queen of spades" */
  name: string;
}

export class Deck {
  private readonly order: Map<string, number>;

  constructor(private readonly variant: Variant) {
    this.order = new Map(variant.suits.map(({ letter }, index) => [letter, index]));
  }

  card(word: string): Card {
    const suits = this.variant.suits;
    const suit = word.length === 2 ? this.order.get(word.charAt(1)) : undefined;
    if (suit === undefined) return { word, rank: "", suit: suits.length, suitName: "joker", name: "Joker " + word };
    const [letter, suitName] = [word.charAt(0), (suits[suit]?.name ?? "").toLowerCase()];
    if (letter === jokerRank) return { word, rank: "", suit, suitName, name: `Joker of ${suitName}` };
    const rank = letter === "T" ? "10" : letter;
    return { word, rank, suit, suitName, name: `${rankNames[letter] ?? letter} of ${suitName}` };
  }

  /** Sorted by suit, in each suit the highest card first. */
  sorted(words: readonly string[]): Card[] {
    const cards = words.map((word) => this.card(word));
    return cards.sort((a, b) => a.suit - b.suit || strength(b) - strength(a));
  }

  suitName(letter: string): string {
    return this.variant.suits.find((suit) => suit.letter === letter)?.name ?? letter;
  }
}

function strength({ word }: Card): number {
  return (jokerRank + "23456789TJQKA").indexOf(word.charAt(0));
}

export function suitSymbol(suitName: string): Element {
  const shape = symbols[suitName];
  const symbol = shape
    ? svg("path", { d: shape.path, ...(shape.isThin ? thin : area) })
    : svg("text", { x: 12, y: 20, "text-anchor": "middle", "font-size": 22 }, suitName.charAt(0).toUpperCase());
  return svg("svg", { class: "suit", viewBox: "0 0 24 24", "aria-hidden": "true" }, symbol);
}

/** Draws a card such as "Q♠" as an inline picture. A Joker is a star, with its suit if it has one. */
export function cardFace(card: Card, kind: "card" | "mini"): HTMLElement {
  const rank = card.rank === "" ? suitSymbol("joker") : el("b", {}, card.rank);
  const suit = card.suitName === "joker" ? null : suitSymbol(card.suitName);
  return cardImage(card, `${kind} ${card.suitName}`, rank, suit);
}

/** Wraps the content in an element that has the card's name for screen readers. */
export function cardImage(card: Card, kind: string | null, ...content: Child[]): HTMLElement {
  return el("span", { class: kind, role: "img", "aria-label": card.name, "data-card": card.word }, ...content);
}
