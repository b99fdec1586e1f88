// Fits the costs of the token estimator to o200k and writes src/tokens/token-costs.ts.
//
//   node scripts/fit-token-costs.mjs SAMPLES TOKENIZER
//
// SAMPLES is a folder with a folder of text files for each kind of text (english, python, json, chinese, …). Of each
// kind every other file is fitted to, and the rest only checked. TOKENIZER is an installed `gpt-tokenizer` 4.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { classIndex, classTable, narrowClasses, wideClassNames } from "../src/tokens/estimate-tokens.ts";

const [samples, tokenizer] = process.argv.slice(2);
if (samples === undefined || tokenizer === undefined) {
  process.stderr.write("usage: node scripts/fit-token-costs.mjs SAMPLES TOKENIZER\n");
  process.exit(2);
}
const { encode } = await import(pathToFileURL(join(tokenizer, "esm/encoding/o200k_base.js")).href);

const narrow = narrowClasses.length;
const wideStart = (narrow + 1) * narrow;
const costCount = wideStart + wideClassNames.length * 3;
const classes = classTable();
const lineEnd = narrowClasses.indexOf("line-end");
const tab = narrowClasses.indexOf("tab");
/** How far a fitted cost may leave the mean of its pair, and how strongly it is drawn back: pairs that are rare in the samples stay sane. */
const leastShare = 0.6;
const mostShare = 1.5;
const pull = 0.02;
const steps = 1500;
const chunkUnits = 5000;
/** Kinds that matter most count twice; a kind whose name ends in `-few` has few samples and counts half. */
const weightOf = (kind) => {
  if (kind.endsWith("-few")) return 0.5;
  return /^(typescript|javascript|python|c|english|markdown|json|log|csv|chinese|base64)$/.test(kind) ? 2 : 1;
};

const tokenBytes = [];
for (const line of readFileSync(join(tokenizer, "data/o200k_base.tiktoken"), "utf8").split("\n")) {
  const [bytes, rank] = line.split(" ");
  if (rank) tokenBytes[Number(rank)] = Buffer.from(bytes, "base64").length;
}

const files = readdirSync(samples).flatMap((kind) =>
  readdirSync(join(samples, kind))
    .sort()
    .map((name, index) => load(kind, name, index % 2 === 0 ? "fitted" : "checked")),
);
const { means, rows } = gather(files.filter(({ use }) => use === "fitted"));
const costs = fit(means, rows).map((cost) => Math.round(cost * 100));
report(costs);
write(costs);

function load(kind, name, use) {
  const text = readFileSync(join(samples, kind, name), "utf8");
  const tokens = encode(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() });
  const starts = new Uint8Array(Buffer.byteLength(text) + 1);
  let byte = 0;
  for (const token of tokens) {
    starts[byte] = 1;
    byte += tokenBytes[token];
  }
  return { kind, name, use, text, tokens: tokens.length, starts: startsByUnit(text, starts) };
}

/** How many tokens start within each UTF-16 unit. */
function startsByUnit(text, starts) {
  const counts = new Uint8Array(text.length);
  for (let unit = 0, byte = 0; unit < text.length; unit += 1) {
    for (let left = bytesOf(text.charCodeAt(unit)); left > 0; left -= 1) counts[unit] += starts[byte++];
  }
  return counts;
}

/** A pair of surrogates has four bytes, which its first half is given. */
function bytesOf(unit) {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if ((unit & 0xfc00) === 0xd800) return 4;
  return (unit & 0xfc00) === 0xdc00 ? 0 : 3;
}

function costIndex(before, current) {
  if (current < narrow) return Math.min(before, narrow) * narrow + current;
  if (before === current) return wideStart + (current - narrow) * 3;
  return wideStart + (current - narrow) * 3 + (before <= tab ? 1 : 2);
}

/** The mean cost of each pair, every kind counting the same, and the shares of pairs in each piece of a sample. */
function gather(fitted) {
  const sums = new Float64Array(costCount);
  const counts = new Float64Array(costCount);
  const units = Map.groupBy(fitted, ({ kind }) => kind);
  const pieces = [];
  for (const { kind, text, starts } of fitted) {
    const weight = weightOf(kind) / units.get(kind).reduce((sum, each) => sum + each.text.length, 0);
    for (let from = 0; from < text.length; from += chunkUnits) {
      const piece = new Float64Array(costCount);
      let tokens = 0;
      let before = lineEnd;
      for (let at = from; at < Math.min(text.length, from + chunkUnits); at += 1) {
        const current = classes[classIndex(text.charCodeAt(at))];
        const index = costIndex(before, current);
        piece[index] += 1;
        tokens += starts[at];
        sums[index] += weight * starts[at];
        counts[index] += weight;
        before = current;
      }
      if (tokens > 60)
        pieces.push({ kind, shares: [...piece].flatMap((n, index) => (n === 0 ? [] : [[index, n / tokens]])) });
    }
  }
  const means = sums.map((sum, index) => (counts[index] > 0 ? sum / counts[index] : 1));
  return { means, rows: pieces };
}

/** Gradient descent (Adam) on the relative error of every piece. */
function fit(means, rows) {
  const costs = means.slice();
  const first = new Float64Array(costCount);
  const second = new Float64Array(costCount);
  const perKind = Map.groupBy(rows, ({ kind }) => kind);
  for (let step = 1; step <= steps; step += 1) {
    const gradient = costs.map((cost, index) => pull * (cost - means[index]));
    for (const { kind, shares } of rows) {
      let error = -1;
      for (const [index, share] of shares) error += costs[index] * share;
      const force = (weightOf(kind) * error * (1 + 4 * error * error)) / perKind.get(kind).length;
      for (const [index, share] of shares) gradient[index] += force * share;
    }
    const rate = 0.01 * (1 - step / (steps + 100));
    for (let index = 0; index < costCount; index += 1) {
      first[index] = 0.9 * first[index] + 0.1 * gradient[index];
      second[index] = 0.999 * second[index] + 0.001 * gradient[index] ** 2;
      const move = first[index] / (1 - 0.9 ** step) / (Math.sqrt(second[index] / (1 - 0.999 ** step)) + 1e-8);
      const mean = means[index];
      costs[index] = Math.min(Math.max(costs[index] - rate * move, mean * leastShare), mean * mostShare + 0.1);
    }
  }
  return [...costs];
}

function estimate(text, costs) {
  let hundredths = 0;
  let before = lineEnd;
  for (let at = 0; at < text.length; at += 1) {
    const current = classes[classIndex(text.charCodeAt(at))];
    hundredths += costs[costIndex(before, current)];
    before = current;
  }
  return hundredths / 100;
}

function report(costs) {
  process.stdout.write(
    "| kind | files | all fitted | all checked | worst checked file | files beyond ±25 % |\n|---|--:|--:|--:|--:|--:|\n",
  );
  const percent = (value) => `${value > 0 ? "+" : ""}${Math.round(value * 100)} %`;
  for (const [kind, group] of Map.groupBy(files, ({ kind: name }) => name)) {
    const error = (some) =>
      some.reduce((sum, each) => sum + estimate(each.text, costs), 0) /
        some.reduce((sum, each) => sum + each.tokens, 0) -
      1;
    const fitted = group.filter(({ use }) => use === "fitted");
    const checked = group.filter(({ use }) => use === "checked");
    const errors = checked.map((each) => error([each])).sort((left, right) => Math.abs(right) - Math.abs(left));
    const beyond = group.filter((each) => Math.abs(error([each])) > 0.25).length;
    process.stdout.write(
      `| ${kind} | ${group.length} | ${percent(error(fitted))} | ${percent(error(checked))} | ${percent(errors[0] ?? 0)} | ${beyond} |\n`,
    );
  }
}

function write(costs) {
  const row = (from, count) => `  [${costs.slice(from, from + count).join(", ")}],`;
  const narrowRows = Array.from({ length: narrow + 1 }, (_, index) => row(index * narrow, narrow));
  const wideRows = wideClassNames.map((_, index) => row(wideStart + index * 3, 3));
  const source = `// Written by scripts/fit-token-costs.mjs; o200k_base as counted by gpt-tokenizer 4.

/**
 * Hundredths of a token that an ASCII character adds, by the class of the character before it (the row) and its own
 * (the column), both in the order of \`narrowClasses\`. The last row stands for every class beyond ASCII.
 */
export const narrowCosts: readonly (readonly number[])[] = [
${narrowRows.join("\n")}
];

/**
 * Hundredths of a token that a UTF-16 unit beyond ASCII adds, a row for each of \`wideClassNames\`: after its own class,
 * after a space or line end, and after anything else.
 */
export const wideCosts: readonly (readonly number[])[] = [
${wideRows.join("\n")}
];
`;
  writeFileSync(new URL("../src/tokens/token-costs.ts", import.meta.url), source);
}
