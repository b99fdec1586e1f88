// Counts the o200k tokens of the samples in test/tokens/fixtures and writes them to counts.json beside them.
//
//   node scripts/count-sample-tokens.mjs TOKENIZER      TOKENIZER is an installed `gpt-tokenizer` 4
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { estimateTokens } from "../src/tokens/estimate-tokens.ts";

const [tokenizer] = process.argv.slice(2);
if (tokenizer === undefined) {
  process.stderr.write("usage: node scripts/count-sample-tokens.mjs TOKENIZER\n");
  process.exit(2);
}
const { countTokens } = await import(pathToFileURL(join(tokenizer, "esm/encoding/o200k_base.js")).href);
const folder = fileURLToPath(new URL("../test/tokens/fixtures/", import.meta.url));
const counts = {};
process.stdout.write("| sample | o200k | estimate | error |\n|---|--:|--:|--:|\n");
for (const name of readdirSync(folder).sort()) {
  if (!name.endsWith(".txt")) continue;
  const text = readFileSync(join(folder, name), "utf8");
  const exact = countTokens(text, { disallowedSpecial: new Set() });
  const estimate = estimateTokens(text);
  counts[name] = exact;
  process.stdout.write(
    `| ${name.slice(0, -4)} | ${exact} | ${estimate} | ${Math.round((estimate / exact - 1) * 100)} % |\n`,
  );
}
writeFileSync(join(folder, "counts.json"), `${JSON.stringify(counts, undefined, 2)}\n`);
