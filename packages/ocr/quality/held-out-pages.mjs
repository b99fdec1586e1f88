// The pages of held-out/ as Chromium prints them, drawn in grey, and the text of their sources in the order in which it
// is written.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printedByChromium } from "./printed.mjs";
import { plain } from "./score.mjs";
import { masterDotsPerInch } from "./spoil.mjs";

const sources = fileURLToPath(new URL("held-out/", import.meta.url));

/** Those whose names hold `only`. */
export function* pagesOfHeldOut(only = "") {
  const folder = mkdtempSync(join(tmpdir(), "ocr-held-out-"));
  try {
    const names = readdirSync(sources).map((file) => file.replace(/\.html$/, ""));
    for (const name of names.toSorted().filter((each) => each.includes(only))) yield printed(name, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printed(name, folder) {
  const source = join(sources, `${name}.html`);
  const pdf = printedByChromium(source, folder, name);
  const drawn = ["-r", String(masterDotsPerInch), "-gray", "-png", "-singlefile"];
  execFileSync("pdftoppm", [...drawn, pdf, join(folder, name)], { stdio: "ignore" });
  const text = textOf(readFileSync(source, "utf8"));
  return { name, image: readFileSync(join(folder, `${name}.png`)), text };
}

/** The words of a page of our own; no parser of HTML, which has marks that stand for no space. */
function textOf(html) {
  const body = html.replaceAll(/<(title|style)>.*?<\/\1>/gs, "").replaceAll(/<\/?b>/g, "");
  return plain(body.replaceAll(/<[^>]*>/g, " ").replaceAll("&amp;", "&"));
}
