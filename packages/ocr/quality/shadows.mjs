// How well photographs of pages are recognised: `node packages/ocr/quality/shadows.mjs [page]`. The pages of held-out/ at
// 150 dots an inch under four kinds of light. Needs chromium and pdftoppm; a command, never a test.
import { ocr } from "../lib/index.js";
import { pagesOfHeldOut } from "./held-out-pages.mjs";
import { editDistance, plain, wordsFound } from "./score.mjs";
import * as by from "./spoil.mjs";

const dotsPerInch = 200;

/** From 0 to 1 without a corner. */
function smooth(share) {
  const within = Math.min(1, Math.max(0, share));
  return within * within * (3 - 2 * within);
}

/** Of the light, how much falls on a place; 0 to 1 across and down. */
const lights = {
  "a hard edge": (across, down) => (across + 0.3 * down > 0.7 ? 0.5 : 1),
  "a soft edge": (across, down) => 1 - 0.55 * smooth((across + 0.3 * down - 0.55) / 0.15),
  "a hand": (across, down) => ((across - 0.7) ** 2 + (down - 0.4) ** 2 < 0.05 ? 0.45 : 1) * (0.95 - 0.2 * down),
  "a dim lamp": (_, down) => 0.6 * (1 - 0.5 * down),
};

console.log(`| page | ${Object.keys(lights).join(" | ")} |`);
console.log(
  `| --- | ${Object.keys(lights)
    .map(() => "---:")
    .join(" | ")} |`,
);
const recogniser = ocr();
for (const { name, image, text } of pagesOfHeldOut(process.argv[2])) {
  const cells = [];
  for (const light of Object.values(lights)) {
    const lit = await by.lit(await by.scaled(image, 150), light);
    const prepared = await by.forRecogniser(lit, dotsPerInch);
    const { lines } = await recogniser.recognise(prepared, { signal: new AbortController().signal });
    const found = plain(lines.map((line) => line.text).join(" "));
    const wrong = ((editDistance(text, found) / text.length) * 100).toFixed(1);
    cells.push(`${wrong} % (${Math.round((wordsFound(text, found) / text.split(" ").length) * 100)})`);
  }
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}
