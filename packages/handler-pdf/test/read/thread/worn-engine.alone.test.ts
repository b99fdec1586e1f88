import { expect, test } from "vitest";
import { isEngineExhausted } from "../../../src/engine/engine.ts";
import { buildPdf, lines } from "../../pdf-builder.ts";
import { codeOf, readPdfBytes } from "../../reading.ts";

/** Passes the check of the bytes and fails in the engine, twice each time: with and without its table. */
const noDocument = new TextEncoder().encode("%PDF-1.7\nobj trailer xref and nothing that could be mended");

/** More failures than the engine is allowed. */
const maxFailures = 300;

test("reads a sound document after the engine has failed on hundreds of others", async () => {
  for (let count = 0; count < maxFailures && !isEngineExhausted(); count++) {
    const { error } = await readPdfBytes(noDocument);
    expect(codeOf(error)).toBe("corrupt");
  }
  expect(isEngineExhausted()).toBe(true);
  const { error } = await readPdfBytes(noDocument);
  expect(codeOf(error)).toBe("corrupt");
  const { text } = await readPdfBytes(buildPdf({ pages: [{ content: lines("As sound as ever.") }] }));
  expect(text).toBe("As sound as ever.\n");
});
