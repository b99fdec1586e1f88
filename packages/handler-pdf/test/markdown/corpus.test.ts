import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { PDFDocument } from "mupdf";
import { loadPdfEngine } from "../../src/engine/engine.ts";
import { writeAll } from "./documents.ts";
import { headings, orderSimilarity } from "./similarity.ts";

const folder = fileURLToPath(new URL("../../../../../shared/corpus/documents/", import.meta.url));
const hasCorpus = existsSync(folder);
if (!hasCorpus) process.stderr.write("There is no corpus beside this checkout: its tests are skipped.\n");

interface Entry {
  readonly file: string;
  readonly kind: string;
  readonly source: string;
  readonly ground_truth?: readonly string[];
}

function documents(): readonly { readonly file: string; readonly reference: string }[] {
  const entries = JSON.parse(readFileSync(`${folder}manifest.json`, "utf8")) as readonly Entry[];
  return entries.flatMap(({ file, kind, source, ground_truth: [reference] = [] }) =>
    kind === "pdf" && source.includes("docling") && reference !== undefined
      ? [{ file: pathOf(file), reference: readFileSync(pathOf(reference), "utf8") }]
      : [],
  );
}

function pathOf(file: string): string {
  return folder + file.replace(/^[^/]+\//u, "");
}

async function read(file: string): Promise<string> {
  const engine = await loadPdfEngine();
  const document = engine.Document.openDocument(readFileSync(file), "application/pdf") as PDFDocument;
  return (await writeAll(document)).join("\n");
}

test.runIf(hasCorpus)("documents with a reference are read in its order, with most of its headings", async () => {
  const similarities: number[] = [];
  let wanted = 0;
  let found = 0;
  for (const { file, reference } of documents()) {
    const markdown = await read(file);
    const plain = reference.replace(/<!--.*?-->/gsu, " ");
    similarities.push(orderSimilarity(markdown, plain));
    const ours = new Set(headings(markdown));
    wanted += headings(plain).length;
    found += headings(plain).filter((heading) => ours.has(heading)).length;
  }
  expect(similarities.reduce((sum, one) => sum + one, 0) / similarities.length).toBeGreaterThan(0.95);
  expect(Math.min(...similarities)).toBeGreaterThan(0.9);
  expect(found / wanted).toBeGreaterThan(0.6);
});
