import { readFileSync } from "node:fs";
import { anthropic, textOnly } from "@reader/core";
import { text } from "@reader/core/handler";
import { collect, memorySource, mockContext } from "@reader/testkit";
import { expect, test, vi } from "vitest";
// @boundaries-ignore builds PDFs for the tests of both engines
import { buildPdf, type PdfObject, streamObject } from "../../handler-pdf/test/deadly/build-pdf.ts";
import { asUtf8, readWords } from "../src/document/facts.ts";
import { loadPdfium, type Pdfium } from "../src/engine/engine.ts";
import { pdfium } from "../src/index.ts";

const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

interface Parts {
  readonly content?: string;
  readonly page?: string;
  readonly catalog?: string;
  /** Numbered from 6. */
  readonly objects?: readonly (string | PdfObject)[];
}

function documentOf({ content = "", page = "", catalog = "", objects = [] }: Parts): Uint8Array {
  return buildPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    streamObject(content),
    font,
    ...objects,
  ]);
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const { text: shown, error } = await collect(pdfium(), bytes, { name: "input.pdf", capabilities: textOnly });
  expect(error).toBeUndefined();
  return shown;
}

async function factsOf(bytes: Uint8Array): Promise<Readonly<Record<string, unknown>>> {
  const info = await pdfium().info?.(memorySource("input.pdf", bytes), mockContext());
  return info?.facts ?? {};
}

const formPage = documentOf({
  page: "/Annots [6 0 R 8 0 R]",
  catalog: "/AcroForm << /Fields [6 0 R 8 0 R] /DR << /Font << /Helv 5 0 R >> >> /DA (/Helv 12 Tf 0 g) >>",
  objects: [
    "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada) /Rect [20 100 280 160] /F 4 /AP << /N 7 0 R >> >>",
    streamObject("0.2 0.2 0.9 rg 0 0 260 60 re f", "/Type /XObject /Subtype /Form /BBox [0 0 260 60]"),
    "<< /Type /Annot /Subtype /Widget /FT /Sig /T (signed) /Rect [0 0 0 0] /F 4 >>",
  ],
});

test("a page with nothing but a form field is not blank, and its image shows the field", async () => {
  expect(await textOf(formPage)).not.toContain("blank page");
  const options = { name: "input.pdf", capabilities: anthropic, view: "image" } as const;
  const { events } = await collect(pdfium(), formPage, options);
  expect(events.map(({ type }) => type)).toContain("image");
});

test("info counts the fields of the form, and names the signature that is not there", async () => {
  expect(await factsOf(formPage)).toMatchObject({
    form: { kind: "acroform", fields: 1, filled: 1 },
    formFields: ["name (text): Ada"],
    signatures: [{ isSigned: false }],
    version: "1.7",
  });
});

test("a file that is attached to a page is listed with the page, and can be selected", async () => {
  const bytes = documentOf({
    page: "/Annots [6 0 R]",
    objects: [
      "<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 20 20] /FS 7 0 R >>",
      "<< /Type /Filespec /F (note.txt) /UF (note.txt) /Desc (a note) /EF << /F 8 0 R >> >>",
      streamObject("as attached", "/Type /EmbeddedFile /Params << /Size 11 >>"),
    ],
  });
  const attachment = { name: "note.txt", bytes: 11, description: "a note", page: 1 };
  expect((await factsOf(bytes))["attachments"]).toEqual([attachment]);
  const { nested } = await readNested(bytes, "note.txt");
  expect(nested).toEqual([["note.txt", "as attached"]]);
});

async function readNested(bytes: Uint8Array, select: string): Promise<{ readonly nested: readonly unknown[] }> {
  const nested: unknown[] = [];
  const context = mockContext({
    select,
    async *nested(name: string, inner: Uint8Array) {
      nested.push([name, new TextDecoder().decode(inner)]);
      yield text("");
    },
  });
  for await (const event of pdfium().read(memorySource("input.pdf", bytes), context)) expect(event).toBeDefined();
  return { nested };
}

test("labels that begin after the first page are known", async () => {
  const pages = [
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
  ];
  const bytes = buildPdf([
    "<< /Type /Catalog /Pages 2 0 R /PageLabels << /Nums [1 << /S /r >>] >> >>",
    "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
    ...pages,
  ]);
  expect((await factsOf(bytes))["labels"]).toEqual(["page 2 is i"]);
});

test("bookmarks with actions have their pages and addresses", async () => {
  const bytes = documentOf({
    catalog: "/Outlines 6 0 R",
    objects: [
      "<< /First 7 0 R /Last 8 0 R /Count 2 >>",
      "<< /Title (inside) /Parent 6 0 R /Next 8 0 R /A << /S /GoTo /D [3 0 R /Fit] >> >>",
      "<< /Title (outside) /Parent 6 0 R /Prev 7 0 R /A << /S /URI /URI (https://example.org/) >> >>",
    ],
  });
  expect((await factsOf(bytes))["outline"]).toEqual([
    { title: "inside", depth: 1, page: 1 },
    { title: "outside", depth: 1, address: "https://example.org/" },
  ]);
});

test("encryption and what it does not permit are facts", async () => {
  const bytes = new Uint8Array(
    readFileSync(new URL("../../../fixtures/pdfium/encrypted-right-password/input.pdf", import.meta.url)),
  );
  const { password } = JSON.parse(
    readFileSync(new URL("../../../fixtures/pdfium/encrypted-right-password/request.json", import.meta.url), "utf8"),
  ) as { readonly password: string };
  const info = await pdfium().info?.(memorySource("input.pdf", bytes), mockContext({ password }));
  expect(info?.facts["encryption"]).toMatch(/^Standard R\d$/);
});

test("scripts of the document are reported and not run", async () => {
  const bytes = documentOf({
    content: "BT /F1 12 Tf 20 100 Td (some text) Tj ET",
    catalog: "/Names << /JavaScript << /Names [(start) 6 0 R] >> >>",
    objects: ["<< /S /JavaScript /JS (app.alert\\(1\\);) >>"],
  });
  const { events } = await collect(pdfium(), bytes, { name: "input.pdf", capabilities: textOnly });
  expect(JSON.stringify(events)).toContain("The document contains JavaScript, which is not run.");
});

test("characters that the file maps to no text are unknown, and not other letters", async () => {
  const bytes = buildPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    streamObject(`BT /F1 12 Tf 20 100 Td <${"0141".repeat(20)}> Tj ET`),
    "<< /Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Identity-H /DescendantFonts [6 0 R] >>",
    "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Odd /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R /DW 500 >>",
    "<< /Type /FontDescriptor /FontName /Odd /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>",
  ]);
  const shown = await textOf(bytes);
  expect(shown).toContain("garbled");
  expect(shown).not.toContain("\u0141");
});

test("info about a document with a page that is not there says so", async () => {
  const bytes = buildPdf([
    "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] >> >>",
    "<< /Type /Pages /Kids [3 0 R 9 0 R] /Count 2 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>",
  ]);
  expect(await factsOf(bytes)).toMatchObject({ pages: 2, pageSizes: ["210 × 297 mm (A4): 1", "unreadable: 2"] });
});

test.for([
  ["Delacr\u00C3\u00A9taz", "Delacr\u00E9taz"],
  ["Dvo\u00C5\u017D\u00C3\u00A1k", "Dvo\u0159\u00E1k"],
  ["Caf\u00E9 \u2013 \u0160koda", "Caf\u00E9 \u2013 \u0160koda"],
  ["\u00C3\u00A9 \u6771\u4EAC", "\u00C3\u00A9 \u6771\u4EAC"],
] as const)("metadata in UTF-8 that does not say so is decoded: %s is %s", ([given, expected]) => {
  expect(asUtf8(given)).toBe(expected);
});

test("metadata in UTF-8 keeps letters whose bytes the engine does not know, and what follows them", async () => {
  const words = "Stra\u00DFe Garc\u00EDa \u00FCber";
  const bytes = buildPdf(
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>",
      `<< /Title (${words}) >>`,
    ],
    "/Info 4 0 R",
  );
  expect(await factsOf(bytes)).toMatchObject({ title: words });
});

test.for([
  { title: "a letter with several bytes that fit", given: "Stra\u00C3\0e", expected: "Stra\uFFFDe" },
  { title: "a letter with one byte that fits", given: "\u00E0\0\u0192", expected: "\u0B46" },
  { title: "zeros that the file has", given: "Caf\u00C3\u00A9\0\0", expected: "Caf\u00E9" },
  { title: "text in another encoding", given: "Caf\u00E9\0 noir", expected: "Caf\u00E9 noir" },
])("metadata with zeros of the engine is read to the end: $title", ({ given, expected }) => {
  expect(asUtf8(given)).toBe(expected);
});

test.for([
  ["/S /URI /URI (other.pdf#page=2)", "[Word](other.pdf#page=2)"],
  ["/S /GoToR /F (sub dir/o.pdf) /D [4 /Fit]", "[Word](sub%20dir/o.pdf#page=5)"],
  ["/S /GoToR /F << /Type /Filespec /F (o.pdf) /UF (o.pdf) >> /D (part one)", "[Word](o.pdf)"],
  ["/S /GoToR /F (/C/o.pdf) /D [0 /Fit]", "[Word](file:///C/o.pdf#page=1)"],
  ["/S /GoToR /F (//machine/o.pdf) /D [0 /Fit]", "[Word](file:///machine/o.pdf#page=1)"],
  ["/S /GoToR /F (mailto:x) /D [0 /Fit]", "[Word](mailto%3Ax#page=1)"],
  ["/S /GoToR /F (notes: today.pdf) /D [0 /Fit]", "[Word](notes%3A%20today.pdf#page=1)"],
  [
    "/S /GoToR /F << /FS /URL /F (http://a.example/?q=1&view=2) >> /D [0 /Fit]",
    "[Word](http://a.example/?q=1&view=2#page=1)",
  ],
  ["/S /GoToR /F << /Type /Filespec /UF <FEFFD8000041> >> /D [0 /Fit]", "[Word](%EF%BF%BDA#page=1)"],
  ["/S /Launch /F (run.exe)", "Word"],
  ["/S /URI /URI (javascript:alert\\(1\\))", "Word"],
  ["/S /URI /URI (#top)", "Word"],
] as const)("links lead to files and addresses, and run nothing: %s", async ([action, expected]) => {
  const bytes = documentOf({
    content: "BT /F1 12 Tf 20 100 Td (Word) Tj ET",
    page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [15 95 60 115] /A << ${action} >> >>]`,
  });
  expect((await textOf(bytes)).trim()).toBe(expected);
});

test.for(["/one", "[4 /Fit]"])(
  "a name of this document is not taken for one of another, and pages are unknown beside names: %s",
  async (target) => {
    const bytes = documentOf({
      content: "BT /F1 12 Tf 20 100 Td (Word) Tj ET",
      catalog: "/Dests << /one [3 0 R /Fit] >>",
      page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [15 95 60 115] /A << /S /GoToR /F (o.pdf) /D ${target} >> >>]`,
    });
    expect((await textOf(bytes)).trim()).toBe("[Word](o.pdf)");
  },
);

test("the names of a document are counted once, and 500 links of a page are read", async () => {
  const link = "<< /Type /Annot /Subtype /Link /Rect [15 95 60 115] /A << /S /GoToR /F (a:b.pdf) /D [4 /Fit] >> >>";
  const engine = await loadPdfium();
  const count = vi.spyOn(engine, "FPDF_CountNamedDests");
  const actions = vi.spyOn(engine, "FPDFLink_GetAction");
  const bytes = documentOf({
    content: "BT /F1 12 Tf 20 100 Td (Word) Tj ET",
    catalog: "/Dests << /one [3 0 R /Fit] >>",
    page: `/Annots [${link.repeat(600)}]`,
  });
  expect((await textOf(bytes)).trim()).toBe("[Word](a%3Ab.pdf)");
  expect(count).toHaveBeenCalledTimes(1);
  expect(actions).toHaveBeenCalledTimes(500);
  vi.restoreAllMocks();
});

test.for([
  { title: "at a character", letters: "x" },
  { title: "inside a character of two bytes", letters: "a\u00C3\u00A9" },
  { title: "inside a character of three bytes", letters: "\u00E2\u201A\u00AC" },
])("long words are cut before they are decoded, $title", ({ letters }) => {
  const memory = new Uint8Array(8 + 2 * 9000 + 2);
  const text = new Uint8Array(
    Uint16Array.from(letters.repeat(9000 / letters.length), (sign) => sign.charCodeAt(0)).buffer,
  );
  const pdfium = { HEAPU8: memory, wasmExports: { malloc: () => 8, free: () => undefined } };
  const read = (buffer: number): number => {
    if (buffer > 0) memory.set(text, buffer);
    return text.length + 2;
  };
  const words = readWords({ pdfium } as unknown as Pdfium, read, 100);
  expect(words.length).toBeGreaterThan(100);
  expect(words.length).toBeLessThanOrEqual(400);
  expect(asUtf8(letters.repeat(3000))).toContain(words);
});

test("names and titles with a byte that their encoding leaves undefined are read to the end", async () => {
  const bytes = documentOf({
    catalog: "/Outlines 6 0 R /Names << /EmbeddedFiles << /Names [(a) 8 0 R] >> >>",
    objects: [
      "<< /First 7 0 R /Last 7 0 R /Count 1 >>",
      String.raw`<< /Title (See\237 more) /Parent 6 0 R /Dest [3 0 R /Fit] >>`,
      String.raw`<< /Type /Filespec /UF (a\237b.txt) /Desc (of\177 old) /EF << /F 9 0 R >> >>`,
      streamObject("as attached", "/Type /EmbeddedFile"),
    ],
  });
  expect(await factsOf(bytes)).toMatchObject({
    outline: [{ title: "See more" }],
    attachments: [{ name: "ab.txt", description: "of old" }],
  });
});
