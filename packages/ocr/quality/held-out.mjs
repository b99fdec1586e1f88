// How well pages are recognised that no limit was set by: `node packages/ocr/quality/held-out.mjs [page] [step]`. It
// prints each page of `held-out/` with Chromium, spoils it, and counts the characters that come out wrong or elsewhere
// than in its source. Needs chromium and pdftoppm; a command, never a test.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ocr } from "../lib/index.js";
import { editDistance, plain, wordsFound } from "./score.mjs";
import * as by from "./spoil.mjs";

const dotsPerInch = 200;
const [onlyPage = "", onlyStep = ""] = process.argv.slice(2);
const sources = fileURLToPath(new URL("held-out/", import.meta.url));

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

const folder = mkdtempSync(join(tmpdir(), "ocr-held-out-"));
const chosen = Object.entries(steps).filter(([name]) => name.includes(onlyStep));
const recogniser = ocr();
try {
  console.log(`| page | characters | ${chosen.map(([name]) => name).join(" | ")} |`);
  console.log(`| --- | ---: | ${chosen.map(() => "---:").join(" | ")} |`);
  for (const name of namesOfPages()) {
    const { image, text } = printed(name);
    const cells = [];
    for (const [, spoil] of chosen) cells.push(await measured(await spoil(image), text));
    console.log(`| ${name} | ${text.length} | ${cells.join(" | ")} |`);
  }
  console.log(`\npeak memory of this process: ${Math.round(process.resourceUsage().maxRSS / 1000)} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function namesOfPages() {
  const names = readdirSync(sources).map((file) => file.replace(/\.html$/, ""));
  return names.toSorted().filter((name) => name.includes(onlyPage));
}

/** Characters wrong, words found, how sure the engine is, and seconds of the processor. */
async function measured(png, known) {
  const picture = await by.forRecogniser(png, dotsPerInch);
  const start = process.cpuUsage();
  const { lines, confidence } = await recogniser.recognise(picture, { signal: new AbortController().signal });
  const { user, system } = process.cpuUsage(start);
  const found = plain(lines.map(({ text }) => text).join(" "));
  if (process.env.OCR_QUALITY_SHOW) console.error(lines.map(({ text }) => text).join("\n"));
  const wrong = ((editDistance(known, found) / known.length) * 100).toFixed(1);
  const words = Math.round((wordsFound(known, found) / known.split(" ").length) * 100);
  return `${wrong} % · ${words} · ${confidence} · ${((user + system) / 1e6).toFixed(1)} s`;
}

/** A page as Chromium prints it, and the text of its source in the order in which it is written. */
function printed(name) {
  const source = join(sources, `${name}.html`);
  const pdf = join(folder, `${name}.pdf`);
  const profile = `--user-data-dir=${join(folder, "profile")}`;
  const options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", profile];
  execFileSync("chromium", [...options, `--print-to-pdf=${pdf}`, `file://${source}`], { stdio: "ignore" });
  const drawn = ["-r", String(by.masterDotsPerInch), "-gray", "-png", "-singlefile"];
  execFileSync("pdftoppm", [...drawn, pdf, join(folder, name)], { stdio: "ignore" });
  return { image: readFileSync(join(folder, `${name}.png`)), text: textOf(readFileSync(source, "utf8")) };
}

/** The words of a page of our own; no parser of HTML, which has marks that stand for no space. */
function textOf(html) {
  const body = html.replaceAll(/<(title|style)>.*?<\/\1>/gs, "").replaceAll(/<\/?b>/g, "");
  return plain(body.replaceAll(/<[^>]*>/g, " ").replaceAll("&amp;", "&"));
}
