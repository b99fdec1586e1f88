import { expect, test } from "vitest";
import { closePdf } from "../../src/document/opened-pdf.ts";
import { isEngineExhausted } from "../../src/engine/engine.ts";

let freed = 0;
let pagesFreed = 0;
const pages = { end: () => void (pagesFreed += 1) };
const sound = { destroy: () => void (freed += 1) };
const broken = {
  destroy() {
    throw Object.assign(new Error("memory access out of bounds"), { name: "RuntimeError" });
  },
};

// The tests run in this order, because the engine of this file is unusable afterwards.
test("a document that breaks the engine when it is freed causes no error, and the engine is not used again", () => {
  closePdf({ document: sound, pages });
  expect([pagesFreed, freed]).toEqual([1, 1]);
  closePdf({ document: broken, pages });
  expect(isEngineExhausted()).toBe(true);
  closePdf({ document: sound, pages });
  expect(freed).toBe(1);
});
