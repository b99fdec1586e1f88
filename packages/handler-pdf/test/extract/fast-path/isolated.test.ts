import { createReader, textOnly, type Reader } from "@reader/core";
import { memoryFileSystem } from "@reader/testkit";
import { afterAll, expect, test } from "vitest";
import { pdf } from "../../../src/index.ts";
import { createIsolatedReader, textOf } from "../../deadly/isolated-reader.ts";
import type { PdfPart } from "../../pdf-builder.ts";
import { longPdf, manyPages } from "./long-documents.ts";

const isolated = createIsolatedReader(2000);
afterAll(() => isolated.close());

const files = memoryFileSystem();
const here: Reader = createReader({ handlers: [pdf()], fileSystem: files, roots: ["/"], capabilities: textOnly });

/** Documents of a few programs, every third damaged in a different way. */
function documentAt(index: number): Uint8Array {
  const bytes = longPdf(`Maker ${index % 4}`);
  if (index % 3 > 0) return bytes;
  if (index % 2 > 0) return bytes.subarray(0, bytes.length - 100 * index);
  return bytes.map((byte, at) => (at % (200 + index) === 199 ? byte ^ 1 : byte));
}

async function readHere(bytes: Uint8Array): Promise<string> {
  files.put("/input.pdf", bytes);
  return textOf(await here.read({ path: "/input.pdf" }));
}

test("an isolated read of sound and damaged documents equals a direct one", async () => {
  for (let index = 0; index < 18; index += 1) {
    const bytes = documentAt(index);
    const text = textOf(await isolated.readPatiently("input.pdf", bytes));
    expect(text).toBe(await readHere(bytes));
    if (index % 3 > 0) expect(text).toContain(`This is page ${manyPages} of Maker ${index % 4}.`);
  }
});

/** Forms that each paint the next one ten times, twelve levels deep. */
const endlessForms: readonly PdfPart[] = Array.from({ length: 12 }, (_, at) => ({
  dictionary: `/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${101 + at} 0 R >> >>`,
  data: "/X Do ".repeat(10),
}));

test("an endless page late in a long document ends the read, and the next one works", async () => {
  await isolated.readPatiently("before.pdf", longPdf("Before"));
  const page = { content: "/X Do", resources: "/XObject << /X 100 0 R >>" };
  const outcome = await isolated.read("endless.pdf", longPdf("Endless", { 40: page }, endlessForms));
  expect(textOf(outcome)).not.toContain("This is page 42 of Endless.");
  expect(await isolated.canaryText()).toContain("The canary sings.");
});
