import type { Device, PDFDocument } from "mupdf";
import { beforeAll, expect, test } from "vitest";
import { isEngineExhausted, loadPdfEngine, type PdfEngine } from "../../src/engine/engine.ts";
import { onePagePdf } from "../deadly/build-pdf.ts";
import { readPdfBytes } from "../reading.ts";
import { nestedForms } from "./nested-forms.ts";

let theirs: PdfEngine;
let ours: PdfEngine;

// Their mupdf first, as in a program that uses it before it reads a file.
beforeAll(async () => {
  theirs = await import("mupdf");
  ours = await loadPdfEngine();
});

test("nested forms do not overwrite the memory of the engine", async () => {
  expect((await readPdfBytes(nestedForms(40, "Deep inside"))).text).toBe("Deep inside\n");
  expect((await readPdfBytes(nestedForms(40, "Deep again"))).text).toBe("Deep again\n");
  expect(isEngineExhausted()).toBe(false);
});

test("thousands of errors do not exhaust the engine", async () => {
  const document = open(ours, onePagePdf("BT ET"));
  for (let count = 0; count < 2000; count++) expect(() => document.loadPage(99)).toThrow("invalid page number");
  document.destroy();
  expect((await readPdfBytes(nestedForms(40, "Deep inside"))).text).toBe("Deep inside\n");
});

function open(engine: PdfEngine, bytes: Uint8Array): PDFDocument {
  return engine.PDFDocument.openDocument(bytes, "application/pdf") as PDFDocument;
}

/** The number of each area that a page fills, as a device of an engine counts them, and whether all are its objects. */
function filled(engine: PdfEngine, bytes: Uint8Array): { areas: number; areOwn: boolean } {
  const document = open(engine, bytes);
  const page = document.loadPage(0);
  const seen = { areas: 0, areOwn: true };
  const device: Device = new engine.Device({
    fillPath(path) {
      seen.areas += 1;
      seen.areOwn &&= path instanceof engine.Path;
    },
  });
  page.run(device, engine.Matrix.identity);
  device.close();
  for (const each of [device, page, document]) each.destroy();
  return seen;
}

test("each engine calls its own callbacks", () => {
  expect(theirs).not.toBe(ours);
  for (const engine of [theirs, ours, theirs]) {
    expect(filled(engine, onePagePdf("0 0 9 9 re f 9 9 9 9 re f"))).toEqual({ areas: 2, areOwn: true });
  }
});

test("the engine of others keeps its log", () => {
  const messages: string[] = [];
  theirs.setLog((words: string) => void messages.push(words));
  expect(() => open(theirs, new TextEncoder().encode("%PDF-1.7\nno document"))).toThrow("no objects found");
  expect(messages).not.toEqual([]);
});
