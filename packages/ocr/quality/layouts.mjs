// How well pages of many layouts are recognised: `node packages/ocr/quality/layouts.mjs [page]`. Each is printed, drawn,
// spoilt and recognised at 200 dots an inch; told are how many of the words that pdftotext finds in the print came, and
// how many of those in its order. Pages of the corpus (../shared/corpus) are left out where it is not. Needs chromium,
// pdftoppm, pdftotext and convert; a command, never a test.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ocr } from "../lib/index.js";
import { collected, written } from "./layout-pages.mjs";
import { printedByChromium } from "./printed.mjs";
import { wordsAndOrder } from "./score.mjs";
import * as by from "./spoil.mjs";

const corpus = fileURLToPath(new URL("../../../../shared/corpus/documents/", import.meta.url));
const dotsPerInch = 200;

const scan = (page) => by.scaled(page, 150).then((each) => by.jpeg(each, 70));

/** What is printed, what is done to it, and the languages where English is not the one. */
const pages = [
  { name: "two columns, justified, 150 dpi", source: "columns2", spoil: scan },
  {
    name: "the same, JPEG quality 20",
    source: "columns2",
    spoil: (page) => by.scaled(page, 150).then((each) => by.jpeg(each, 20)),
  },
  { name: "the same, a photograph with a shadow, slanted", source: "columns2", spoil: photographed },
  { name: "three columns, 150 dpi", source: "columns3", spoil: scan },
  { name: "print of 7 points, 150 dpi", source: "small7", spoil: scan },
  { name: "print of 7 points, 300 dpi", source: "small7", spoil: (page) => by.jpeg(page, 70) },
  {
    name: "print of 6 points, 100 dpi",
    source: "small6",
    spoil: (page) => by.scaled(page, 100).then((each) => by.jpeg(each, 70)),
  },
  { name: "A3, 150 dpi", source: "a3", spoil: scan },
  { name: "a poster, light on dark and dark on light", source: "poster", spoil: scan },
  { name: "a scientific paper, 150 dpi", source: "paper", spoil: scan },
  { name: "a page of a handbook with figures, 150 dpi", source: "handbook", spoil: scan },
  { name: "the same as a fax (204 × 98 dpi, 1 bit)", source: "handbook", spoil: by.faxed },
  { name: "a table with rules, 25 rows, 150 dpi", source: "table", spoil: scan },
  { name: "the same, askew by 1.5°", source: "table", spoil: (page) => by.turned(page, 1.5).then(scan) },
  { name: "a table without rules, 25 rows", source: "tablePlain", spoil: scan },
  { name: "a form, 150 dpi", source: "form", spoil: scan },
  { name: "a till receipt, 150 dpi", source: "receipt", spoil: scan },
  { name: "a booking order with many small tables, 150 dpi", source: "booking", spoil: scan },
  { name: "German, with `deu`", source: "german", spoil: scan, languages: ["deu"] },
  { name: "German, with `eng` and `deu`", source: "german", spoil: scan, languages: ["eng", "deu"] },
  { name: "German, with `eng` alone", source: "german", spoil: scan },
];

const folder = mkdtempSync(join(tmpdir(), "ocr-layouts-"));
try {
  console.log("| page | words | words found | in order | seconds |");
  console.log("| --- | ---: | ---: | ---: | ---: |");
  for (const { name, source, spoil, languages } of pages.filter((each) => each.name.includes(process.argv[2] ?? ""))) {
    const pdf = pdfOf(source);
    if (pdf === undefined) console.log(`| ${name} | not here: it is in the corpus | | | |`);
    else console.log(`| ${name} | ${await measured(pdf, spoil, languages)} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function pdfOf(source) {
  if (collected[source] !== undefined) {
    const file = join(corpus, collected[source]);
    return existsSync(file) ? file : undefined;
  }
  const html = join(folder, `${source}.html`);
  writeFileSync(html, written[source]);
  return printedByChromium(html, folder, source);
}

async function measured(pdf, spoil, languages = ["eng"]) {
  const first = ["-f", "1", "-l", "1"];
  const drawn = [...first, "-r", String(by.masterDotsPerInch), "-gray", "-png", "-singlefile"];
  execFileSync("pdftoppm", [...drawn, pdf, join(folder, "page")], { stdio: "ignore" });
  const known = execFileSync("pdftotext", [...first, pdf, "-"], { encoding: "utf8" });
  const image = await by.forRecogniser(await spoil(readFileSync(join(folder, "page.png"))), dotsPerInch);
  const recogniser = ocr({ languages, resolveFrom: import.meta.url });
  const start = process.cpuUsage();
  const { lines } = await recogniser.recognise(image, { signal: new AbortController().signal });
  const { user, system } = process.cpuUsage(start);
  const { words, found, inOrder } = wordsAndOrder(known, lines.map(({ text }) => text).join("\n"));
  const percent = (share) => `${(share * 100).toFixed(1)} %`;
  const seconds = ((user + system) / 1e6).toFixed(1);
  return [words, percent(found / words), percent(inOrder / Math.max(1, found)), seconds].join(" | ");
}

/** On a brown table, in the light of a lamp at the top, not from right above. */
function photographed(png) {
  const file = join(folder, "photograph.png");
  writeFileSync(file, png);
  const { width, height } = sizeOf(file);
  const corners = [
    [0, 0, 0.058, 0.031],
    [1, 0, 0.957, 0.007],
    [0, 1, 0.015, 0.985],
    [1, 1, 0.987, 0.958],
  ].map(([x, y, toX, toY]) => `${x * width},${y * height} ${toX * width},${toY * height}`);
  const shadow = ["(", "-size", `${width}x${height}`, "gradient:#ffffff-#707070", ")", "-compose", "multiply"];
  const slanted = ["-virtual-pixel", "background", "-background", "#6b4c30", "-distort", "Perspective"];
  const options = [...shadow, "-composite", ...slanted, corners.join(" "), "-blur", "0x1", "-quality", "70"];
  const photograph = join(folder, "photograph.jpg");
  const density = ["-units", "PixelsPerInch", "-density", String(by.masterDotsPerInch)];
  execFileSync("convert", [file, ...options, ...density, photograph]);
  return readFileSync(photograph);
}

function sizeOf(file) {
  const size = execFileSync("identify", ["-format", "%w %h", file], { encoding: "utf8" });
  const [width, height] = size.split(" ").map(Number);
  return { width, height };
}
