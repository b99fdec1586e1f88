import { anthropic, textOnly, type Capabilities, type DocumentPart } from "@reader/core";
import { expect, test } from "vitest";
import { fixtureFiles } from "../../fixture-files.ts";
import { buildPdf, firstExtra, lines } from "../../pdf-builder.ts";
import { messagesOf, readPdfBytes } from "../../reading.ts";
import { loadPdfEngine } from "../../../src/engine/engine.ts";

const mupdf = await loadPdfEngine();

const book = fixtureFiles["pages-by-label/input.pdf"] ?? new Uint8Array(0);
const locked = fixtureFiles["encrypted-right-password/input.pdf"] ?? new Uint8Array(0);

async function documentOf(bytes: Uint8Array, options: Parameters<typeof readPdfBytes>[1]): Promise<DocumentPart> {
  const { events, error } = await readPdfBytes(bytes, { view: "native", ...options });
  const part = events.find((event) => event.type === "document");
  if (part?.type !== "document") throw new Error(`no document: ${String(error)}`);
  return part;
}

/** The text of each page. The document must open without a password. */
function pagesOf(bytes: Uint8Array): readonly string[] {
  const document = mupdf.Document.openDocument(bytes, "application/pdf");
  const texts = Array.from({ length: document.countPages() }, (_, index) => {
    const page = document.loadPage(index);
    const text = page.toStructuredText("");
    const words = text.asText().trim();
    text.destroy();
    page.destroy();
    return words;
  });
  document.destroy();
  return texts;
}

function taking(limits: Partial<NonNullable<Capabilities["documents"]>>): Capabilities {
  const { documents } = anthropic;
  return documents === undefined ? anthropic : { ...anthropic, documents: { ...documents, ...limits } };
}

test("passes on a sound document unchanged", async () => {
  const part = await documentOf(book, {});
  expect(part).toMatchObject({ mediaType: "application/pdf", name: "input.pdf", pages: 5 });
  expect(Buffer.from(part.data).equals(book)).toBe(true);
});

test("extracts pages as a separate document, in order", async () => {
  const part = await documentOf(book, {
    pages: [
      { first: 4, last: 4 },
      { first: 2, last: 2 },
    ],
  });
  expect(part).toMatchObject({ name: "input (pages 2, 4).pdf", pages: 2 });
  expect(pagesOf(part.data).map((text) => text.split("\n").at(-1)?.trim())).toEqual([
    "It is sheet 2.",
    "It is sheet 4.",
  ]);
});

/** The page labels of a document. */
function labelsOf(bytes: Uint8Array): readonly string[] {
  const document = mupdf.Document.openDocument(bytes, "application/pdf");
  const labels = Array.from({ length: document.countPages() }, (_, index) => {
    const page = document.loadPage(index);
    const label = page.getLabel();
    page.destroy();
    return label;
  });
  document.destroy();
  return labels;
}

test.for([
  ["their labels", "/PageLabels << /Nums [0 << /S /r >> 2 << /S /D /P (A-) /St 7 >> 5 << /P (Last) >>] >>"],
  ["their numbers, where they have no labels", ""],
] as const)("keeps %s of extracted pages", async ([, catalog]) => {
  const bytes = buildPdf({ pages: Array.from({ length: 6 }, () => ({ content: lines("words") })), catalog });
  const cut = [2, 3, 5, 6];
  const part = await documentOf(bytes, { pages: cut.map((number) => ({ first: number, last: number })) });
  const expected = catalog === "" ? cut.map(String) : ["ii", "A-7", "A-9", "Last"];
  expect(labelsOf(part.data)).toEqual(expected);
});

test("leaves objects of other pages out of a part", async () => {
  const large = new Uint8Array(200_000).map((_, index) => (index * 2_654_435_761) >>> 11);
  const picture = {
    dictionary: "/Type /XObject /Subtype /Image /Width 400 /Height 500 /BitsPerComponent 8 /ColorSpace /DeviceGray",
    data: large,
  };
  const pages = [
    { content: lines("Words.") },
    { content: "q 99 0 0 99 0 0 cm /I Do Q", resources: `/XObject << /I ${firstExtra} 0 R >>` },
  ];
  const bytes = buildPdf({ pages, extra: [picture] });
  const part = await documentOf(bytes, { pages: [{ first: 1, last: 1 }] });
  expect(bytes.length).toBeGreaterThan(200_000);
  expect(part.data.length).toBeLessThan(5000);
});

test("keeps form fields in a part", async () => {
  const form = fixtureFiles["form/input.pdf"] ?? new Uint8Array(0);
  const rebuilt = form.subarray(0, form.length - 300);
  const part = await documentOf(rebuilt, {});
  expect(Buffer.from(part.data).equals(rebuilt)).toBe(false);
  const document = new mupdf.PDFDocument(part.data);
  expect(document.loadPage(0).getWidgets()).toHaveLength(6);
  document.destroy();
});

test("passes on an encrypted document without its encryption", async () => {
  const part = await documentOf(locked, { password: "open sesame" });
  expect(pagesOf(part.data)).toEqual(["A short note."]);
});

test.for<readonly [string, Capabilities, RegExp]>([
  ["takes no documents", textOnly, /takes no PDF documents/],
  ["takes fewer pages", taking({ maxPages: 3 }), /up to 3 pages .* these are 5/],
  ["takes fewer bytes", taking({ maxBytes: 100 }), /up to 100 bytes/],
])("says so and shows the pages if the model %s", async ([, capabilities, message]) => {
  const { events, text } = await readPdfBytes(book, { view: "native", capabilities });
  expect(messagesOf(events)).toEqual([expect.stringMatching(message)]);
  expect(text).toContain("It is sheet 5.");
});

test("shows the pages and says so if the file is too damaged to extract pages", async () => {
  const sound = buildPdf({ pages: [{ content: lines("Words.") }, {}] });
  const damaged = Buffer.from(Buffer.from(sound).toString("latin1").replace("10 0 R", "98 0 R"), "latin1");
  const { events, error } = await readPdfBytes(damaged, { view: "native", pages: [{ first: 1, last: 1 }] });
  expect(error).toBeUndefined();
  expect(events.filter(({ type }) => type === "document")).toEqual([]);
  expect(messagesOf(events)).toContainEqual(expect.stringMatching(/^The file is damaged, and no document can be made/));
});
