#!/usr/bin/env node
// Asks a native module, in node_modules, for the weight of each card.
const { weight } = require("weigh");

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const word = line.split(" ");
    if (word[0] === "hello") console.log("ready");
    if (word[0] === "quit") process.exit(0);
    if (word[0] !== "ask") return;
    const offered = word.slice(word.indexOf(":") + 1);
    offered.sort((one, other) => weight(one) - weight(other));
    console.log([word[1], ...offered.slice(0, Number(word[3]))].join(" "));
  })
  .on("close", () => process.exit(0));
