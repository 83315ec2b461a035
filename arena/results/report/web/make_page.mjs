// node make_page.mjs TEMPLATE SCRIPT STYLE OUTPUT CODE: puts the script and the style into the template, and their hashes
// into its security policy. {{report}} stays, for the data. CODE becomes a C++ file with the bytes of the page.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const [template, script, style] = process.argv.slice(2, 5).map((file) => readFileSync(file, "utf8").trim());
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const parts = { SCRIPT: script, STYLE: style, SCRIPT_HASH: hash(script), STYLE_HASH: hash(style) };

for (const [name, text] of Object.entries({ script, style })) {
  if (/<\/(script|style)|<!--|{{report}}/i.test(text)) throw new Error(`the ${name} holds what would end it in a page`);
}
const page = `${template.replace(/@(SCRIPT_HASH|STYLE_HASH|SCRIPT|STYLE)@/g, (_, name) => parts[name])}\n`;
writeFileSync(process.argv[5], page);

// Bytes as numbers: the page is longer than C++ string literals may be.
const bytes = [...Buffer.from(page)].join(",").replace(/(.{100}\d*,)/g, "$1\n");
const code = `// Made by make_page.mjs.
#include "arena/results/report/page.h"

std::string_view arena::page_template() {
  static constexpr unsigned char kBytes[] = {${bytes}};
  return {reinterpret_cast<const char*>(kBytes), sizeof kBytes};
}
`;
writeFileSync(process.argv[6], code);
