// How well pages are recognised that no limit was set by: `node packages/ocr/quality/held-out.mjs [page] [step]`. It
// prints each page of `held-out/` with Chromium, spoils it, and counts the characters that come out wrong or elsewhere
// than in its source. Needs chromium and pdftoppm; a command, never a test.
import { ocr } from "../lib/index.js";
import { pagesOfHeldOut } from "./held-out-pages.mjs";
import { editDistance, plain, wordsFound } from "./score.mjs";
import * as by from "./spoil.mjs";

const dotsPerInch = 200;
const [onlyPage = "", onlyStep = ""] = process.argv.slice(2);

/** What is done to a page that was drawn at 300 dots an inch, in grey. */
const steps = {
  print: (page) => page,
  "150 dpi": (page) => by.scaled(page, 150),
  "100 dpi": (page) => by.scaled(page, 100),
  "noise, JPEG 30": async (page) => by.jpeg(await by.noisy(await by.scaled(page, 150), 40), 30),
  "askew 2°, faint": async (page) => by.faint(await by.turned(await by.scaled(page, 150), 2)),
  shadow: async (page) => by.shaded(await by.scaled(page, 150)),
  "on its head": (page) => by.turned(page, 180),
  fax: (page) => by.faxed(page),
};

const chosen = Object.entries(steps).filter(([name]) => name.includes(onlyStep));
const recogniser = ocr();
console.log(`| page | characters | ${chosen.map(([name]) => name).join(" | ")} |`);
console.log(`| --- | ---: | ${chosen.map(() => "---:").join(" | ")} |`);
for (const { name, image, text } of pagesOfHeldOut(onlyPage)) {
  const cells = [];
  for (const [, spoil] of chosen) cells.push(await measured(await spoil(image), text));
  console.log(`| ${name} | ${text.length} | ${cells.join(" | ")} |`);
}
console.log(`\npeak memory of this process: ${Math.round(process.resourceUsage().maxRSS / 1000)} MB`);

/** Characters wrong, words found, how sure the engine is, and seconds of the processor. */
async function measured(png, known) {
  const image = await by.forRecogniser(png, dotsPerInch);
  const start = process.cpuUsage();
  const { lines, confidence } = await recogniser.recognise(image, { signal: new AbortController().signal });
  const { user, system } = process.cpuUsage(start);
  const found = plain(lines.map(({ text }) => text).join(" "));
  if (process.env.OCR_QUALITY_SHOW) console.error(lines.map(({ text }) => text).join("\n"));
  const wrong = ((editDistance(known, found) / known.length) * 100).toFixed(1);
  const words = Math.round((wordsFound(known, found) / known.split(" ").length) * 100);
  return `${wrong} % · ${words} · ${confidence} · ${((user + system) / 1e6).toFixed(1)} s`;
}
