// Writes src/files/workspace/look-alikes.ts: the characters that look like those of the names of secret files.
// Run it with node after a new version of unhomoglyph, which has the table of Unicode (UTS #39, confusables.txt).
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Characters beyond the table: the full stop of Chinese and Japanese, and the long dashes that systems write. */
const ownPairs = [
  ["\u3002", "."],
  ["\u2014", "-"],
  ["\u2015", "-"],
];

/** The source of the table, formatted as the formatter has it. */
export function lookAlikes() {
  const table = createRequire(import.meta.url)("unhomoglyph/data.json");
  const sources = new Map();
  for (const [source, target] of [...Object.entries(table), ...ownPairs]) {
    const plain = target.normalize("NFKD").replaceAll(/\p{M}/gu, "");
    if (!/^[a-z0-9._-]$/i.test(plain) || isFoldedAnyway(source, plain)) continue;
    sources.set(plain, new Set([...(sources.get(plain) ?? []), source]));
  }
  const rows = [...sources].toSorted(([one], [other]) => inOrder(one, other));
  const lines = rows.map(
    ([plain, all]) => `  ${JSON.stringify(plain)}: "${[...all].toSorted(inOrder).map(escaped).join("")}",`,
  );
  return `// Made by scripts/make-look-alikes.mjs from the confusables of Unicode.

/** Characters that look like each of these, except for those that normalisation (NFKC) makes the same. */
export const lookAlikes: Readonly<Record<string, string>> = {
${lines
  .join("\n")
  .replaceAll(/^ {2}"([A-Za-z_])":/gm, "  $1:")
  .replaceAll(/^ {2}"([0-9])":/gm, "  $1:")}
};
`;
}

/** The order of UTF-16 units, in which no two are equal here. */
function inOrder(one, other) {
  return one < other ? -1 : 1;
}

function isFoldedAnyway(source, plain) {
  if (/^[\0-\x7f]*$/.test(source) || [...source].length > 1) return true;
  return source.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase() === plain.toLowerCase();
}

function escaped(character) {
  const code = character.codePointAt(0);
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\u{${code.toString(16)}}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../src/files/workspace/look-alikes.ts", import.meta.url), lookAlikes());
}
