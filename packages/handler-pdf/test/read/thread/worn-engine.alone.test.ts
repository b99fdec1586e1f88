import { memorySource, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { countEngineFailure, isEngineExhausted } from "../../../src/engine/engine.ts";
import { pdf } from "../../../src/index.ts";
import { buildPdf, lines } from "../../pdf-builder.ts";
import { codeOf, readPdfBytes } from "../../reading.ts";

/** Passes the check of the bytes and fails in the engine, twice each time: with and without its table. */
const noDocument = new TextEncoder().encode("%PDF-1.7\nobj trailer xref and nothing that could be mended");

const sound = buildPdf({ pages: [{ content: lines("As sound as ever.") }, { content: lines("To its last page.") }] });

const broken = Object.assign(new Error("memory access out of bounds"), { name: "RuntimeError" });

// The tests run in this order, because the engine of this file is broken by the second one.
test("an engine that failed on hundreds of documents still reads sound ones", async () => {
  for (let count = 0; count < 300; count++) {
    const { error } = await readPdfBytes(noDocument);
    expect(codeOf(error)).toBe("corrupt");
  }
  expect(isEngineExhausted()).toBe(false);
  const { text } = await readPdfBytes(sound);
  expect(text).toContain("To its last page.");
});

test("an engine that breaks while a document waits does not read its other pages", async () => {
  let text = "";
  for await (const event of pdf().read(memorySource("sound.pdf", sound), mockContext())) {
    if (event.type === "text") text += event.text;
    if (text !== "" && !isEngineExhausted()) countEngineFailure(broken);
  }
  expect(isEngineExhausted()).toBe(true);
  expect(text.match(/As sound as ever\.|To its last page\./gu)).toHaveLength(2);
});

test("documents after a broken engine are read by new ones", async () => {
  const { error } = await readPdfBytes(noDocument);
  expect(codeOf(error)).toBe("corrupt");
  const { text } = await readPdfBytes(sound);
  expect(text).toContain("As sound as ever.");
});
