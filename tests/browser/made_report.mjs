// node made_report.mjs PAGE OUTPUT [GAMES] [live]: a report of made-up games on the page, the same at each call. Its bots' words are
// hostile. Cards go round without rules: the page knows none.
import { readFileSync, writeFileSync } from "node:fs";

const [page, output, gamesWanted = "300", progress = "ended"] = process.argv.slice(2);
const hostile = "</script><img src=x onerror=alert(1)>\u202eabc\u0007 =cmd()";

let state = 12345;
function random(below) {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >>> 8) % below;
}

const french = [
  ["C", "clubs"],
  ["D", "diamonds"],
  ["S", "spades"],
  ["H", "hearts"],
];
const five = [
  ["R", "Rock"],
  ["W", "Water"],
  ["P", "Paper"],
  ["L", "Lizard"],
  ["S", "Scissors"],
];
const variantOf = (id, seats, suits, jokers, hands) => ({
  id,
  seats,
  suits: suits.map(([letter, name]) => ({ letter, name })),
  jokers: jokers ? suits.map(([letter]) => "X" + letter) : [],
  rules: [
    { section: "Play", text: "Whoever can follow suit must.", rule: "R002-22" },
    { section: "Score", text: hostile, rule: "" },
  ],
  title: "A made variant",
  about: hostile,
  length: `${hands} hands`,
  hands,
});
const variants = [
  variantOf("black-lady@4", 4, french, false, 3),
  variantOf("royal@2", 2, french, false, 2),
  variantOf("black-lady@3", 3, french, false, 2),
  variantOf(
    "omnibus@5+deck.remove=none+leftover.fate=kitty_first_trick+leftover.visibility=taker",
    5,
    french,
    false,
    2,
  ),
  variantOf("green-queen-jokers@6", 6, five, true, 2),
];
const names = ["monte_carlo", "rules", "low", "duck", "eager", "random", hostile, "a-name-of-32-characters-in-all.ab"];
const strength = [1720, 1650, 1560, 1510, 1450, 1330, 1280, 1500];

function deckOf({ suits, jokers }) {
  return [...suits.flatMap(({ letter }) => [..."23456789TJQKA"].map((rank) => rank + letter)), ...jokers];
}

function shuffled(list) {
  const cards = [...list];
  for (let i = cards.length - 1; i > 0; --i) {
    const j = random(i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

const worth = (card) => (card[1] === "H" || card[1] === "L" ? 1 : card === "QS" ? 13 : 0);

// Steps of one hand, which moves each card once; sets `asked` of each seat on.
function playHand(variant, number, asked, before) {
  const { seats, id } = variant;
  const piles = id === "royal@2" ? 2 : 1;
  const cards = shuffled(deckOf(variant));
  const size = Math.floor(cards.length / (seats * piles));
  const deal = Array.from({ length: piles }, () => Array.from({ length: seats }, () => cards.splice(0, size)));
  const steps = [];
  const change = Array(seats).fill(0);
  const ask = (seat) => ({ seat, q: ++asked[seat] });
  let leftover = cards.length > 0;
  let leader = number % seats;
  const holds = deal.map((hands) => hands.map((hand) => [...hand]));
  const order = Array.from({ length: seats }, (_, seat) => (piles === 2 ? [seat % 2, 1 - (seat % 2)] : [0]));
  if (piles === 2)
    for (let seat = 0; seat < seats; ++seat) steps.push({ kind: "select", ...ask(seat), hand: order[seat][0] });
  for (let half = 0; half < piles; ++half) {
    const hands = order.map((own, seat) => holds[own[half]][seat]);
    if (half === 1) steps.push({ kind: "subhand", seat: 0, q: 0 });
    const offset = number % 4 === 0 ? 0 : 1;
    if (offset > 0) {
      const given = hands.map((hand) => hand.splice(0, 3));
      given.forEach((passed, seat) =>
        steps.push({ kind: "pass", ...ask(seat), to: (seat + 1) % seats, cards: passed.join(" ") }),
      );
      given.forEach((passed, seat) => hands[(seat + 1) % seats].push(...passed));
    }
    for (let trick = 0; trick < size; ++trick) {
      let points = 0;
      for (let turn = 0; turn < seats; ++turn) {
        const seat = (leader + turn) % seats;
        const [card] = hands[seat].splice(random(hands[seat].length), 1);
        points += worth(card);
        const step = { kind: "play", ...ask(seat), card };
        if (number === 2 && trick === 3 && turn === 1) step.by = "arena";
        if (number === 2 && trick === 5 && turn === 2) {
          steps.push({ ...step, revoke: true });
          steps.push({ kind: "say", seat, q: 0, text: "the revoke is called: the card goes back" });
          steps.push({ kind: "back", seat, q: 0, owner: seat, card });
          Object.assign(step, ask(seat));
        }
        steps.push(step);
      }
      leader = random(seats);
      const kitty = leftover && trick === 0 ? { kitty: true } : {};
      leftover = false;
      change[leader] += points;
      steps.push({ kind: "take", seat: leader, q: 0, points, ...kitty });
    }
  }
  if (number === 2)
    steps.push({ kind: "say", seat: leader, q: 0, text: `seat ${leader} shoots the moon: add_others 26`, moon: true });
  return {
    number,
    dealer: (number - 1) % seats,
    passWords: number % 4 === 0 ? "no pass" : "pass left",
    extra: false,
    before: [...before],
    after: before.map((total, seat) => total + change[seat]),
    change,
    deal: deal.map((hands) => hands.map((hand) => hand.join(" "))),
    leftover: cards.join(" "),
    pointSuit: variant.suits.length === 5 ? "L" : "",
    remarks: number === 2 ? [hostile] : [],
    thrownIn: false,
    steps,
  };
}

function placesOf(scores) {
  return scores.map((score) => 1 + scores.filter((other) => other < score).length);
}

function replayOf(id, variantIndex, bots) {
  const variant = variants[variantIndex];
  const asked = Array(variant.seats).fill(0);
  let totals = Array(variant.seats).fill(0);
  const hands = [];
  for (let number = 1; number <= variant.hands; ++number) {
    hands.push(playHand(variant, number, asked, totals));
    totals = hands[number - 1].after;
  }
  const times = asked.map((questions) => Array.from({ length: questions }, () => 40 + random(90000)));
  const banks = times.map((own) => own.map((_, index) => 60e6 - 45000 * index));
  const kind = (seat, question, word, text) => ({ seat, question, kind: word, text });
  const notes = [
    kind(0, 0, "stderr", "ready\n" + hostile),
    kind(0, 1, "info", "pass by risk " + hostile),
    kind(1, 7, "refused", "(illegal): 7 " + hostile),
    kind(1, 7, "fault", "illegal: " + hostile),
    kind(1, 7, "sent", "ask 7 play"),
    kind(1, 7, "received", "7 " + hostile),
  ];
  return {
    id,
    run: 0,
    variant: variantIndex,
    bots,
    names: bots.map((bot) => names[bot]),
    scores: totals,
    places: placesOf(totals),
    cut: false,
    busy: false,
    crowded: false,
    hands,
    times,
    banks,
    notes,
    move: bots.map(() => 1e6),
  };
}

const games = [];
const replays = {};
const faults = [];
for (let index = 0; index < Number(gamesWanted); ++index) {
  const variant = index % variants.length;
  const { seats } = variants[variant];
  const block = Math.floor(index / 5);
  const id = `b${block}g${index % 5}`;
  const bots = shuffled(names.map((_, bot) => bot)).slice(0, seats);
  const faulty = index % 20 === 0;
  let scores = bots.map(() => random(110));
  if (index < 10) {
    replays["0/" + id] = replayOf(id, variant, bots);
    scores = replays["0/" + id].scores;
  }
  if (faulty) {
    faults.push({
      run: 0,
      game: id,
      variant,
      bot: bots[1],
      seat: 1,
      hand: 1,
      question: 7,
      fault: index % 40 === 0 ? "illegal" : "timeout",
      blame: "bot",
      detail: hostile,
      forfeits: false,
      sent: ["ask 7 play", hostile],
      received: ["7 " + hostile],
      stderr: "Traceback\n" + hostile,
    });
  }
  games.push([
    0,
    variant,
    block,
    index % 5,
    bots,
    scores,
    placesOf(scores),
    3,
    index % 7 === 0 ? 1 : 0,
    index % 50 === 0 ? 2 : 0,
    faulty ? 1 : 0,
  ]);
}

function tableOf(variant, spread) {
  const bots = names
    .map((bot, index) => ({ bot, elo: strength[index] + spread * (random(120) - 60) }))
    .sort((a, b) => b.elo - a.elo);
  const rows = bots.map(({ bot, elo }, index) => ({
    rank: index + 1,
    rank_best: Math.max(1, index),
    rank_worst: Math.min(names.length, index + 2),
    bot,
    status: "current",
    elo,
    elo_pm: 18 + index * 3 + spread * 30,
    margin: (elo - 1500) / 60,
    margin_pm: 0.4,
    games: 150,
    blocks: 30,
    comparisons: 450,
    share: index === 2 ? 0.4125 : 1 / (1 + 10 ** ((1500 - elo) / 400)), // 41.25% is an exact half of the last digit
    seats: 150,
    place: 2.5 - (elo - 1500) / 400,
    firsts: 0.25,
    rough: index === 7,
    forfeits: bot === hostile ? 3 : 0,
    faults: bot === hostile ? 15 : 0,
    faults_by_name: bot === hostile ? { illegal: 8, timeout: 7 } : {},
    laws: {},
    los_next: [1, 0][index] ?? (index === 7 ? null : 0.93),
    share_by_seat: [0.52, 0.48, 0.5, 0.5, null, null],
    hands: 400,
    moons: 3 + index,
    answers: 5200,
    answer_ms: 0.31 + index * 4,
    slowest_ms: 812.4,
  }));
  const pairs = bots.flatMap((a, i) =>
    bots.slice(i + 1).map((b) => {
      const share = 1 / (1 + 10 ** ((b.elo - a.elo) / 400));
      return {
        bot: a.bot,
        against: b.bot,
        comparisons: 120,
        points: Math.round(120 * share),
        elo: a.elo - b.elo,
        elo_pm: 31,
        los: Math.min(0.999, 0.5 + (a.elo - b.elo) / 300),
        p: 0.04,
        share_differs: share > 0.6,
      };
    }),
  );
  return {
    variant,
    blocks: 60,
    games: 300,
    anchor: null,
    rows,
    unrated: [],
    joined: [names],
    level: [names],
    margin_disagrees: [],
    pairs,
  };
}

const tables = [tableOf(null, 0), ...variants.map(({ id }) => tableOf(id, 1))];
const levels = tables[0].rows.map(({ bot, elo }) => ({ bot, level: elo, level_pm: 20 }));
const cells = tables.slice(1).flatMap(({ variant, rows }) =>
  rows.map((row) => {
    const excess = row.elo - strength[names.indexOf(row.bot)];
    const cell = {
      bot: row.bot,
      variant,
      elo: row.elo,
      elo_pm: 44,
      excess,
      excess_pm: 50,
      p: Math.abs(excess) > 55 ? 0.01 : 0.6,
    };
    return { ...cell, alone: row.elo, alone_pm: 60, blocks: 12, specialist: excess > 55 };
  }),
);

const hash = (letter) => letter.repeat(64);
const report = {
  v: 1,
  made: 1764000000,
  arena: "0.1.0 (abcdef0)",
  ...(progress === "live" ? { live: { games: games.length, planned: 1000, every: 1 } } : {}),
  runs: [
    {
      id: "0123456789abcdef",
      stages: ["0123456789abcdef", "fedcba9876543210"],
      name: "Made-up league",
      notes: "Played for the tests.\n" + hostile,
      receipts: [hash("a"), hash("b")],
      commitments: [hash("c"), hash("d")],
      digest: hash("e"),
      keysRevealed: true,
      isolation: "full",
      arena: "0.1.0",
      blocks: 60,
      planned: 61,
      games: games.length,
      voidBlocks: 1,
      facts: ["A move may take 1 s.", hostile],
      verify: "arena verify FOLDER --receipt " + hash("a"),
    },
  ],
  bots: names.map((name, bot) => ({
    name,
    author: bot === 6 ? hostile : "Ann",
    version: bot === 6 ? hostile : "1.0",
    hash: hash("f"),
    settings: [
      ["Command", "./" + (bot === 6 ? hostile : name)],
      ["It may use", "memory: 1024 MB"],
    ],
    scores: variants.map((_, variant) => ({
      variant,
      from: 0,
      width: 10,
      counts: Array.from({ length: 12 }, () => random(30)),
    })),
    places: variants.map(({ seats }, variant) => ({
      variant,
      counts: Array.from({ length: seats }, () => random(40)),
    })),
    answers: Array.from({ length: 21 }, (_, bin) => (bin > 5 ? random(900) : 0)),
  })),
  variants: variants.map(({ hands, ...variant }) => variant),
  standings: {
    v: 2,
    runs: [],
    field: { bots: names, variants: variants.map(({ id }) => id), reference: null },
    intervals: progress === "live" ? { kind: "planned", played: 0.25 } : { kind: "plain" },
    left_out: { incomplete_blocks: 1, incomplete_games: 2, void_blocks: 1, void_games: 4, bots: [] },
    first_bots: {
      first: 2,
      contenders: names.slice(0, 5),
      sentences: [
        `The first 2 bots are not known yet. 5 bots can still be among them: ${names.slice(0, 5).join(", ")}.`,
        `These bots were left out, because 2 others are shown to be stronger: ${names[5]} after 20 blocks, ${names[6]} after 40 blocks.`,
      ],
    },
    order_tests: 8,
    suspects: [
      { bot: names[6], test: "first_game", blocks: 128, gain: 2.2, p: 0.000012 },
      { bot: names[0], test: "trend", blocks: 24, gain: 1.8, p: 0.0004 },
    ],
    pair_tests: 12,
    pairs_to_look_at: [
      {
        helper: names[6],
        gainer: names[0],
        blocks: 66,
        gain: 2.1,
        p: 0.0003,
        look_at: [
          { run: "fedcba9876543210", block: 1 },
          { run: "0123456789abcdef", block: 12 },
        ],
      },
    ],
    tables,
  },
  history: {
    v: 1,
    bots: names,
    histories: [
      Array.from({ length: 12 }, (_, index) => ({
        run: "0123456789abcdef",
        stage: index < 6 ? 1 : 2,
        blocks: 5 * (index + 1),
        ends_stage: index === 5 || index === 11,
        elo: names.map((_, bot) => (bot === 1 && index < 6 ? null : strength[bot] + ((37 * index) % 20) - 10)),
        elo_pm: names.map((_, bot) => (bot === 2 && index < 2 ? null : 200 / (index + 1))),
      })),
    ],
  },
  comparison: {
    v: 1,
    runs: [],
    bots: names,
    blocks: 60,
    games: 300,
    tau: 30,
    variants: variants.map(({ id }) => ({ variant: id, scale: 1, scale_times: 1.2 })),
    levels,
    cells,
    tests: 40,
    specialists: [],
    joined: [names],
    untold: [],
  },
  games,
  gamesLeftOut: 0,
  faults,
  faultsLeftOut: 0,
  replays,
  replaysLeftOut: games.length - Object.keys(replays).length,
};

const json = JSON.stringify(report).replace(
  /[<>&\u2028\u2029]/g,
  (mark) => "\\u" + mark.charCodeAt(0).toString(16).padStart(4, "0"),
);
writeFileSync(
  output,
  readFileSync(page, "utf8").replace("{{report}}", () => json),
);
