import { join } from "node:path";
import { anthropic, createReader, type Handler, type ReadResult, textOnly } from "@reader/core";
import { defineHandler, text } from "@reader/core/handler";
import { renderText } from "@reader/core/render";
import { docx } from "@reader/handler-word";
import { pdf } from "@reader/handler-pdf";
import { expect, onTestFinished, test } from "vitest";
import { findSoffice } from "../src/converter.ts";
import { type ConverterOptions, withOfficePages } from "../src/index.ts";
import { docx as docxType, letter, program } from "./support.ts";

const printed = join(import.meta.dirname, "../../../fixtures/pdf/all-as-images/input.pdf");
const installed = await findSoffice(process.env);

interface Setup extends ConverterOptions {
  readonly handlers?: readonly Handler[];
  readonly capabilities?: typeof textOnly;
}

function readerOf({ handlers = [docx(), pdf()], capabilities = anthropic, ...options }: Setup): {
  readonly read: (request?: object) => Promise<ReadResult>;
} {
  const pages = withOfficePages(handlers, { sandbox: "off", ...options });
  const reader = createReader({ handlers: pages.handlers, capabilities, budget: { documentTimeMs: 600_000 } });
  onTestFinished(async () => {
    await reader.close();
    await pages.close();
  });
  return {
    async read(request = {}) {
      const outcome = await reader.read({ path: letter, view: "image", ...request });
      if (!outcome.ok) throw new Error(renderText(outcome));
      return outcome;
    },
  };
}

/** A program that gives every document the pages of this PDF file. */
function printer(): ReturnType<typeof program> {
  return program(`cp '${printed}' "$pdf"`);
}

test("the pages of a document are shown as images, and said to be those of LibreOffice", async () => {
  const { soffice } = printer();
  const { parts, notices, extents } = await readerOf({ soffice }).read();
  const images = parts.filter(({ type }) => type === "image");
  expect(images.length).toBeGreaterThan(0);
  expect(images[0]).toMatchObject({ at: { unit: "page", index: 1 } });
  expect(extents).toContainEqual(expect.objectContaining({ unit: "page" }));
  expect(JSON.stringify(notices)).toContain("as LibreOffice prints them");
});

test("`pages` chooses among them", async () => {
  const { soffice, calls } = printer();
  const { read } = readerOf({ soffice });
  const { parts } = await read({ pages: "2" });
  expect(parts.filter(({ type }) => type === "image")).toMatchObject([{ at: { unit: "page", index: 2 } }]);
  await read({ pages: "1" });
  expect(calls()).toBe(1);
});

test.for([
  ["a model that takes no images", { capabilities: textOnly }, {}],
  ["another view", {}, { view: "text" }],
  ["no view", {}, { view: undefined }],
] as const)("nothing is started for %s", async ([, setup, request]) => {
  const { soffice, calls } = printer();
  const { parts, notices } = await readerOf({ soffice, ...setup }).read(request);
  expect(parts.some(({ type }) => type === "text")).toBe(true);
  expect(calls()).toBe(0);
  const reason = { code: "no-images", reason: "This model takes no images" };
  expect(notices.filter(({ code }) => code === "no-images")).toMatchObject("capabilities" in setup ? [reason] : []);
});

/** Reads any selection of a document. */
const words = defineHandler({
  name: "words",
  mediaTypes: [docxType],
  async *read() {
    yield text("the words\n");
  },
});

test.for([
  ["LibreOffice fails", {}, { reason: "LibreOffice could not convert this document" }],
  ["there is a password", { password: "x" }, { reason: "LibreOffice is not given passwords" }],
  [
    "a part is selected",
    { select: "macros" },
    { reason: "A selection has no pages", hint: "Send `pages` in place of `select`." },
  ],
] as const)("the text is shown, with the reason, if %s", async ([, request, reason]) => {
  const { soffice } = program("exit 1");
  const { notices, parts } = await readerOf({ soffice, handlers: [words, pdf()] }).read(request);
  expect(notices).toContainEqual({ type: "notice", code: "no-images", mediaType: docxType, ...reason });
  expect(parts).toContainEqual(expect.objectContaining({ text: "the words" }));
});

test("without a handler for PDF files, the answer says what to install", async () => {
  const { soffice } = printer();
  await expect(readerOf({ soffice, handlers: [docx()] }).read()).rejects.toThrow("@reader/handler-pdf");
});

test("properties of a handler that are computed when used stay so", () => {
  let count = 0;
  const original = Object.defineProperty(docx(), "name", { value: "docx" });
  const counted = Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(original),
    version: { enumerable: true, get: () => `1.0.${(count += 1)}` },
  }) as Handler;
  const [wrapped] = withOfficePages([counted]).handlers;
  expect([count, wrapped?.version, wrapped?.version]).toEqual([0, "1.0.1", "1.0.2"]);
});

test.skipIf(installed === undefined)(
  "LibreOffice prints a real document (Debian: apt-get install libreoffice-writer)",
  async () => {
    const { read } = readerOf({ timeMs: 600_000 });
    const { parts } = await read();
    expect(parts.filter(({ type }) => type === "image").length).toBeGreaterThan(0);
  },
);
