// Ducks: stays below the winning card while it can, and gets rid of costly and high cards.
'use strict';
const readline = require('readline');

const suitOf = (card) => card[1];
const isJoker = (card) => card[0] === 'X';

class Game {
  rules = new Map();
  ranks = new Map(); // counts down from the top of the suit, because some packs lack low cards
  points = new Map();
  trick = [];

  hear([verb, ...words]) {
    if (verb === 'rule') this.rules.set(words[0], words[1]);
    else if (verb === 'suit') words.slice(1).forEach((card, i, suit) => this.ranks.set(card, i - suit.length));
    else if (verb === 'points') {
      this.points = new Map(words.map((word) => word.split('=')).map(([card, points]) => [card, Number(points)]));
    } else if (verb === 'trick') this.trick = [];
    else if (verb === 'play') this.trick.push(words[1]);
  }

  cost(card) {
    return this.points.get(card) ?? 0;
  }

  // Comparison functions for sort().
  lowFirst = (a, b) => this.ranks.get(a) - this.ranks.get(b) || this.cost(a) - this.cost(b);
  costlyFirst = (a, b) => this.cost(b) - this.cost(a) || this.ranks.get(b) - this.ranks.get(a);

  // Returns by how many steps on the ring a card's suit beats the suit led: 0 for the suit led, -1 if it cannot win.
  steps(card, led, reversed) {
    if (this.rules.get('trick.order') !== 'suit_ring') return suitOf(card) === led ? 0 : -1;
    const ring = this.rules.get('trick.suit_ring').split(',');
    const ahead = (ring.indexOf(suitOf(card)) - ring.indexOf(led)) * (reversed ? -1 : 1);
    const steps = (ahead + ring.length) % ring.length;
    return steps <= ring.length / 2 ? steps : -1;
  }

  // Returns whether this card, played now, would be winning the trick.
  wins(card) {
    const cards = [...this.trick, card];
    const led = suitOf(cards[0]);
    const reversed = this.rules.get('trick.joker_reverses') === 'any_joker_in_trick' && cards.some(isJoker);
    const steps = (each) => this.steps(each, led, reversed);
    const beats = (a, b) => steps(a) > steps(b) || (steps(a) === steps(b) && this.lowFirst(a, b) > 0);
    return steps(card) >= 0 && this.trick.every((other) => beats(card, other));
  }

  play(offered) {
    const cards = [...offered].sort(this.lowFirst);
    if (this.trick.length === 0) return cards[0];
    const ducks = cards.filter((card) => !this.wins(card));
    if (ducks.length === 0) return cards[0];
    const follows = suitOf(cards[0]) === suitOf(this.trick[0]);
    return follows ? ducks.at(-1) : ducks.sort(this.costlyFirst)[0];
  }

  choose(kind, count, offered) {
    if (kind === 'play') return [this.play(offered)];
    if (kind === 'pass') return [...offered].sort(this.costlyFirst).slice(0, count);
    return offered.slice(0, count);
  }
}

let game = new Game();
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const words = line.trim().split(/ +/);
  const [verb, id, kind, count] = words;
  if (verb === 'hello') console.log('ready name=duck_js');
  else if (verb === 'game') game = new Game(); // answers may depend only on this game
  else if (verb === 'ask') console.log(id, ...game.choose(kind, Number(count), words.slice(words.indexOf(':') + 1)));
  else if (verb === 'quit') process.exit(0);
  else game.hear(words);
});
