// How well print is recognised: `node packages/ocr/quality/measure.mjs [pages] [dots an inch]`. It prints the prose of this
// repository's documents with LibreOffice (or what OCR_QUALITY_TEXT names), spoils the pages as scanners and copiers do,
// and counts the characters that come out wrong. Needs soffice, pdftoppm and pdftotext; a command, never a test.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ocr } from "../lib/index.js";
import { editDistance, plain } from "./score.mjs";
import { faint, forRecogniser, jpeg, masterDotsPerInch, noisy, scaled, turned } from "./spoil.mjs";

const pageCount = Number(process.argv[2] ?? 10);
const dotsPerInch = Number(process.argv[3] ?? 200);
const documents = fileURLToPath(new URL("../../../docs/", import.meta.url));
const pageCharacters = Number(process.env.OCR_QUALITY_CHARACTERS ?? 800);

/** What is done to a page that was printed at 300 dots an inch, in grey. */
const steps = {
  "as printed": (page) => page,
  "scanned at 150 dpi": (page) => scaled(page, 150),
  "scanned at 100 dpi": (page) => scaled(page, 100),
  "grey noise": (page) => noisy(page, 40),
  "JPEG, quality 40": (page) => jpeg(page, 40),
  "faint (a third of the contrast)": (page) => faint(page),
  "askew by 1°": (page) => turned(page, 1),
  "askew by 3°": (page) => turned(page, 3),
  "turned by 90°": (page) => turned(page, 90),
  "turned by 180°": (page) => turned(page, 180),
  "turned by 270°": (page) => turned(page, 270),
  "150 dpi, noise, faint, JPEG 40, askew by 2°": async (page) =>
    jpeg(await noisy(await faint(await turned(await scaled(page, 150), 2)), 15), 40),
};

const folder = mkdtempSync(join(tmpdir(), "ocr-quality-"));
try {
  const pages = await print(folder);
  const only = process.env.OCR_QUALITY_STEP;
  const recogniser = ocr();
  console.log(
    `${pages.length} pages, ${pages.reduce((sum, { text }) => sum + text.length, 0)} characters, at ${dotsPerInch} dpi\n`,
  );
  console.log("| pages | characters wrong | worst page | confidence | seconds a page |");
  console.log("| --- | ---: | ---: | ---: | ---: |");
  for (const [name, spoil] of Object.entries(steps)) {
    if (only === undefined || name.includes(only)) console.log(await measure({ name, spoil, pages, recogniser }));
  }
  console.log(`\npeak memory of this process: ${Math.round(process.resourceUsage().maxRSS / 1000)} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure({ name, spoil, pages, recogniser }) {
  let [wrong, characters, worst, confidence, ms] = [0, 0, 0, 0, 0];
  for (const { image, text } of pages) {
    const prepared = await forRecogniser(await spoil(image), dotsPerInch);
    const start = process.cpuUsage();
    const recognised = await recogniser.recognise(prepared, { signal: new AbortController().signal });
    const { user, system } = process.cpuUsage(start);
    ms += (user + system) / 1000;
    const distance = editDistance(text, plain(recognised.lines.map((line) => line.text).join(" ")));
    wrong += distance;
    characters += text.length;
    worst = Math.max(worst, distance / text.length);
    confidence += recognised.confidence;
  }
  const percent = (share) => `${(share * 100).toFixed(2)} %`;
  const seconds = (ms / pages.length / 1000).toFixed(1);
  const sure = Math.round(confidence / pages.length);
  return `| ${name} | ${percent(wrong / characters)} | ${percent(worst)} | ${sure} | ${seconds} |`;
}

/** Pages of print with the text that the printing program says is on them. */
async function print(folder) {
  writeFileSync(
    join(folder, "known.txt"),
    process.env.OCR_QUALITY_TEXT ? readFileSync(process.env.OCR_QUALITY_TEXT) : prose(),
  );
  writeFileSync(join(folder, "known.html"), html(readFileSync(join(folder, "known.txt"), "utf8")));
  const quiet = { cwd: folder, stdio: "ignore" };
  execFileSync(
    "soffice",
    [
      "--headless",
      `-env:UserInstallation=file://${folder}/profile`,
      "--convert-to",
      "pdf:writer_web_pdf_Export",
      "known.html",
    ],
    quiet,
  );
  execFileSync(
    "pdftoppm",
    ["-r", String(masterDotsPerInch), "-gray", "-png", "-l", String(pageCount), "known.pdf", "page"],
    quiet,
  );
  const files = readdirSync(folder)
    .filter((file) => file.startsWith("page-"))
    .toSorted();
  return files.map((file, index) => {
    const page = String(index + 1);
    const text = execFileSync("pdftotext", ["-f", page, "-l", page, "-raw", "known.pdf", "-"], {
      cwd: folder,
      encoding: "utf8",
    });
    return { image: readFileSync(join(folder, file)), text: plain(text) };
  });
}

/** The paragraphs of the documents, without tables, code and the marks of Markdown. */
function prose() {
  const folders = [documents, join(documents, "decisions")];
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".md"))
      .toSorted()
      .map((file) => join(folder, file)),
  );
  const paragraphs = files
    .map((file) => readFileSync(file, "utf8"))
    .flatMap((text) => text.replaceAll(/```[\s\S]*?```/g, "").split(/\n\s*\n/))
    .filter((paragraph) => /^[A-Z][^|]{80,}$/s.test(paragraph));
  return paragraphs.map((each) => each.replaceAll(/\]\([^)]*\)|[[\]`*_]/g, "").replaceAll(/\s+/g, " ")).join("\n\n");
}

/** A page for each thousand characters or so: a letter, not a book, so that all of it takes minutes. */
function html(text) {
  const escaped = (each) => each.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  let onPage = 0;
  const paragraphs = text.split(/\n\s*\n/).map((each) => {
    onPage = onPage > pageCharacters ? each.length : onPage + each.length;
    return `<p${onPage === each.length ? ' style="page-break-before: always"' : ""}>${escaped(each)}</p>`;
  });
  return `<html><meta charset="utf-8"><body style="font-family:'Liberation Serif';font-size:11pt">${paragraphs.join("\n")}</body></html>`;
}
