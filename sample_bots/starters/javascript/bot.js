// A bot to start from. It gets rid of heavy cards and plays light ones. Improve choose().
'use strict';

// What the bot knows about this game. Add whatever else your bot needs.
class Table {
  points = new Map(); // what cards cost; cards without an entry cost nothing
  trick = []; // the cards of this trick, in the order played

  constructor(seed) {
    this.state = seed;
  }

  // Returns a number from 0 to 1. Math.random() cannot be seeded, and the same game must lead to the same answers.
  chance() {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return this.state / 2 ** 32;
  }

  hear(verb, words) {
    if (verb === 'points') { // points QS=13 2H=1 ...
      this.points = new Map(words.map((word) => word.split('=')).map(([card, cost]) => [card, Number(cost)]));
    } else if (verb === 'trick') { // trick NUMBER lead=SEAT
      this.trick = [];
    } else if (verb === 'play') { // play SEAT CARD
      this.trick.push(words[1]);
    }
  }
}

// Returns any n of the words. All of them are legal. This is the function to change.
function choose(kind, n, words, table) {
  if (kind !== 'play' && kind !== 'pass') return words.slice(0, n); // other questions: the first words are always safe

  const weigh = (card) => 'X23456789TJQKA'.indexOf(card[0]) + 4 * (table.points.get(card) ?? 0) + table.chance();
  const lightFirst = words
    .map((card) => ({ card, weight: weigh(card) }))
    .sort((a, b) => a.weight - b.weight)
    .map(({ card }) => card);
  const cannotFollow = table.trick.length > 0 && words[0][1] !== table.trick[0][1];
  return kind === 'pass' || cannotFollow ? lightFirst.slice(-n) : lightFirst.slice(0, n);
}

let table = new Table(0);
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [verb, ...words] = line.trim().split(/\s+/);
  if (verb === 'hello') {
    process.stdout.write('ready\n');
  } else if (verb === 'game') { // forget everything: answers may depend only on this game
    table = new Table(Number(/botseed=(\d+)/.exec(line)?.[1] ?? 0));
  } else if (verb === 'ask') { // ask ID KIND N MOVE BANK : WORD ...
    const [id, kind, n] = words;
    const offered = words.slice(words.indexOf(':') + 1);
    process.stdout.write([id, ...choose(kind, Number(n), offered, table)].join(' ') + '\n');
  } else if (verb === 'quit') {
    process.exit(0);
  } else {
    table.hear(verb, words);
  }
});
