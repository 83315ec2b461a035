// Answers every question with different words picked at random.
let state = 0;

function below(bound) { // mulberry32
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return Math.floor(((t ^ (t >>> 14)) >>> 0) / 4294967296 * bound);
}

require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [head, list = ''] = line.split(' : ');
  const [verb, number, , count] = head.split(' ');
  if (verb === 'hello') process.stdout.write('ready name=random_js\n');
  if (verb === 'game') state = Number(/botseed=(\d+)/.exec(line)[1]); // start afresh in each game
  if (verb === 'ask') {
    const words = list.split(' ');
    const answer = [number];
    for (let n = Number(count); n > 0; n--) answer.push(...words.splice(below(words.length), 1));
    process.stdout.write(answer.join(' ') + '\n');
  }
  if (verb === 'quit') process.exit(0);
});
