// Plays its lowest card. Where the laws of the table allow it, it also plays out of turn: when it has completed a trick
// that another seat wins, it leads to the next trick, with its lowest card that costs nothing. When another seat has led
// and the lowest card surely loses, it does not wait for its turn.
'use strict';
const readline = require('readline');

const suitOf = (card) => card[1];

class Game {
  rules = new Map();
  ranks = new Map(); // counts down from the top of the suit, because some packs lack low cards
  points = new Map();
  hand = new Set();
  trick = [];
  number = 0;
  last = ''; // the seat that played last
  refused = false; // the arena refused the last answer: the next one is not out of turn

  constructor(me = '') {
    this.me = me;
  }

  hear([verb, ...words]) {
    if (verb === 'rule') this.rules.set(words[0], words[1]);
    else if (verb === 'suit') words.slice(1).forEach((card, i, suit) => this.ranks.set(card, i - suit.length));
    else if (verb === 'points') {
      this.points = new Map(words.map((word) => word.split('=')).map(([card, points]) => [card, Number(points)]));
    } else if (verb === 'deal') this.hand = new Set(words);
    else if (verb === 'got') words.forEach((card) => this.hand.add(card));
    else if (verb === 'trick') {
      this.number = Number(words[0]);
      this.trick = [];
    } else if (verb === 'play') {
      this.last = words[0];
      this.trick.push(words[1]);
      this.hand.delete(words[1]);
    } else if (verb === 'back' && words[0] === this.me) this.hand.add(words[1]);
    else if (verb === 'bad') this.refused = true;
  }

  lowFirst = (a, b) => (this.ranks.get(a) ?? 0) - (this.ranks.get(b) ?? 0);
  cost = (card) => this.points.get(card) ?? 0;

  // Returns whether this card surely loses the trick.
  loses(card) {
    const led = suitOf(this.trick[0]);
    if (this.rules.get('trick.order') === 'suit_ring') return false; // on a suit ring this is harder to tell
    return suitOf(card) !== led || this.trick.some((other) => suitOf(other) === led && this.lowFirst(other, card) > 0);
  }

  // Returns the card to lead out of turn, or undefined if there is none or this is the last trick.
  lead(played) {
    if (this.number >= Number(this.rules.get('deal.tricks'))) return undefined;
    return [...this.hand].filter((card) => card !== played && this.cost(card) <= 0).sort(this.lowFirst)[0];
  }

  choose(kind, count, may, offered) {
    const plain = this.refused;
    this.refused = false;
    if (kind === 'pass') {
      const passed = [...offered].sort(this.lowFirst).reverse().slice(0, count);
      passed.forEach((card) => this.hand.delete(card));
      return passed;
    }
    if (kind === 'early' && !plain) {
      const cards = offered.slice(1).sort(this.lowFirst);
      if (this.trick.length > 0) return [this.loses(cards[0]) ? cards[0] : offered[0]];
      const free = this.last === this.me ? cards.filter((card) => this.cost(card) <= 0) : [];
      return [free[0] ?? offered[0]];
    }
    if (kind !== 'play') return offered.slice(0, count); // the first words are always safe
    const card = [...offered].sort(this.lowFirst)[0];
    const lead = may.includes('then') && !plain && this.loses(card) ? this.lead(card) : undefined;
    return lead === undefined ? [card] : [card, 'then', lead];
  }
}

let game = new Game();
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const words = line.trim().split(/ +/);
  const [verb, id, kind, count] = words;
  const colon = words.indexOf(':');
  const field = (key) => words.slice(0, colon < 0 ? undefined : colon).find((word) => word.startsWith(key + '='));
  const value = (key) => (field(key) ?? '').slice(key.length + 1);
  if (verb === 'hello') console.log('ready name=eager_js laws=all');
  else if (verb === 'game') game = new Game(value('you')); // answers may depend only on this game
  else if (verb === 'ask') {
    console.log(id, ...game.choose(kind, Number(count), value('may').split(','), words.slice(colon + 1)));
  } else if (verb === 'quit') process.exit(0);
  else game.hear(words);
});
