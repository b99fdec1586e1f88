import { readFileSync } from "node:fs";
import type { PDFObject, PDFPage } from "mupdf";
import { expect, test } from "vitest";
import { createPageFonts } from "../../../../src/extract/fast-path/fonts/page-fonts.ts";
import type { PageFont } from "../../../../src/extract/fast-path/base/painted.ts";
import { buildPdf, firstExtra, lines, type PdfPart } from "../../../pdf-builder.ts";
import { fontsOf, opened, toldByEngine, toldByFont } from "./fonts-oracle.ts";
import { loadPdfEngine } from "../../../../src/engine/engine.ts";

const mupdf = await loadPdfEngine();

const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../../../../../../fixtures/${name}`, import.meta.url));
const printed = (name: string): Uint8Array => readFileSync(new URL(`files/${name}`, import.meta.url));

/** A document of one page with one font, the first of the further objects. */
function withFont(font: string, ...others: readonly PdfPart[]): Uint8Array {
  const resources = `/Font << /A ${firstExtra} 0 R >>`;
  return buildPdf({
    pages: [{ content: lines("A page."), entries: `/Resources << ${resources} >>` }],
    extra: [font, ...others],
  });
}

/** A `ToUnicode` CMap as producers embed it. */
function toUnicode(...pairs: readonly string[]): PdfPart {
  const map = `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${pairs.length} beginbfchar ${pairs.join(" ")} endbfchar endcmap`;
  return { dictionary: "", data: map };
}

const mapped = (...pairs: readonly string[]): Uint8Array =>
  withFont(
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode ${firstExtra + 1} 0 R >>`,
    toUnicode(...pairs),
  );

const letters = [32, 45, 65, 66, 97, 102, 105, 160, 228];
const helvetica = "/Type /Font /Subtype /Type1 /BaseFont /Helvetica";

test.for<[string, Uint8Array, number, readonly number[]]>([
  ["a standard font without widths", fixture("pdf/page-labels-and-outline/input.pdf"), 0, [...letters, 0, 127, 255]],
  ["a subset of a TrueType font by LibreOffice", fixture("demo/report.pdf"), 0, [1, 2, 3, 4, 5, 30]],
  ["a subset of a Type 1 font by Ghostscript", printed("printed-by-ghostscript.pdf"), 0, [65, 100, 102, 200]],
  ["a compact font with an encoding of its own", printed("printed-by-ghostscript.pdf"), 1, [97, 98, 103, 100, 65]],
  ["names of ligatures and of Hebrew letters", printed("printed-by-ghostscript.pdf"), 2, [1, 2, 3, 4, 9]],
  ["two bytes for a glyph, by Chromium", printed("printed-by-chromium.pdf"), 0, [3, 36, 81, 318, 520, 60000]],
  ["Hebrew by Chromium", printed("printed-by-chromium.pdf"), 1, [1324, 1331, 1344]],
  [
    "differences from an encoding",
    withFont(`<< ${helvetica} /Encoding << /Differences [1 /fi /ffl /Zcaron /g99] >> >>`),
    0,
    [1, 2, 3, 4, 65],
  ],
  [
    "widths that are not the font's own",
    withFont(`<< ${helvetica} /FirstChar 65 /LastChar 66 /Widths [123 1234] >>`),
    0,
    [65, 66, 67],
  ],
  [
    "several characters for one glyph",
    mapped("<41> <00660066>", "<42> <0041030a>", "<43> <d83dde00>"),
    0,
    [65, 66, 67],
  ],
  [
    "presentation forms, taken apart",
    mapped("<41> <fb03>", "<42> <fb13>", "<43> <fdfa>", "<44> <fb1e>"),
    0,
    [65, 66, 67],
  ],
  [
    "text that no font should give",
    mapped("<41> <0000>", "<42> <0009>", "<43> <d800>", "<44> <fffe>", "<45> <00ad>"),
    0,
    [65, 66, 67, 68, 69],
  ],
])("%s is described as the engine writes it", ([, bytes, index, codes]) => {
  const at = opened(bytes);
  const object = fontsOf(at.page)[index] ?? expect.fail("there is no such font");
  const font = asked(at, object, codes);
  for (const code of codes) {
    const hex = code.toString(16).padStart(2 * font.codeBytes, "0");
    const told = toldByEngine(at, object, hex);
    const own = toldByFont(font, code);
    expect({ ...own, ...lengths(told) }).toStrictEqual(told);
    for (const [key, length] of Object.entries(lengths(told)))
      expect(Math.abs(lengths(own)[key as keyof ReturnType<typeof lengths>] - length)).toBeLessThan(1.01);
  }
});

/** Integers as the engine writes them, truncated. */
const lengths = ({ advance, width, ascender, descender }: ReturnType<typeof toldByFont>) => ({
  advance,
  width,
  ascender,
  descender,
});

function asked(at: ReturnType<typeof opened>, object: PDFObject, codes: Iterable<number>): PageFont {
  const fonts = createPageFonts(mupdf, at.document);
  const font = fonts.of(object);
  if (typeof font === "string") return expect.fail(font);
  fonts.ask(at.page, [{ font, codes }]);
  return font;
}

const letterFont = (): ReturnType<typeof opened> => opened(fixture("pdf/page-labels-and-outline/input.pdf"));

test("the description of a code does not depend on other codes in the query", () => {
  const bytes = mapped("<41> <05d0>", "<42> <0301>", "<43> <00ad>", "<44> <0628>", "<45> <0041>", "<46> <fb00>");
  const codes = [65, 66, 67, 68, 69, 70, 32, 32, 65];
  const told = (order: readonly number[]): readonly unknown[] => {
    const at = opened(bytes);
    const [object = expect.fail("there is no font")] = fontsOf(at.page);
    const font = asked(at, object, order);
    return codes.map((code) => toldByFont(font, code));
  };
  const alone = codes.map((code) => told([code, ...codes])[codes.indexOf(code)]);
  expect(told(codes)).toStrictEqual(alone);
  expect(told(codes.toReversed())).toStrictEqual(alone);
});

test("fonts of all kinds are queried at once", () => {
  const at = opened(printed("printed-by-ghostscript.pdf"));
  const fonts = createPageFonts(mupdf, at.document);
  const requests = fontsOf(at.page).map((object) => ({ font: known(fonts.of(object)), codes: [1, 65, 97] }));
  fonts.ask(at.page, requests);
  expect(requests.map(({ font }) => font.glyphs[97]?.text)).toStrictEqual(["a", "\u{3b1}", "a"]);
  expect(requests.map(({ font }) => font.glyphs[1]?.text)).toStrictEqual(["\u{fffd}", "\u{fffd}", "fi"]);
  expect(requests.map(({ font }) => font.name)).toStrictEqual([
    "VDSORE+NimbusRoman-Regular",
    "OSMPVX+StandardSymbolsPS",
    "JTWBTA+NimbusSans-Bold",
  ]);
});

test("more codes than fit on one page are queried on several", () => {
  const at = opened(printed("printed-by-chromium.pdf"));
  const [object = expect.fail("there is no font")] = fontsOf(at.page);
  const codes = Array.from({ length: 1200 }, (_, index) => index);
  const font = asked(at, object, codes);
  expect(codes.filter((code) => font.glyphs[code] === undefined || font.glyphs[code] === null)).toStrictEqual([]);
  expect(font.glyphs[36]?.text).toBe("A");
});

test("only unknown codes are queried", () => {
  const at = letterFont();
  const fonts = createPageFonts(mupdf, at.document);
  const font = known(fonts.of(fontsOf(at.page)[0] ?? expect.fail("there is no font")));
  fonts.ask(at.page, [{ font, codes: [65] }]);
  const first = font.glyphs[65];
  fonts.ask(failing(at.page), [{ font, codes: [65] }]);
  expect(first).toMatchObject({ text: "A" });
  expect(font.glyphs[65]).toBe(first);
});

test("a font without a file is known in the next document", () => {
  const at = letterFont();
  const font = asked(at, fontsOf(at.page)[0] ?? expect.fail("there is no font"), [90]);
  const next = letterFont();
  const again = createPageFonts(mupdf, next.document).of(fontsOf(next.page)[0] ?? expect.fail("there is no font"));
  expect(again).toBe(font);
  expect(font.glyphs[90]?.text).toBe("Z");
});

test("a font with a file is another font in the next document", () => {
  const [one, other] = [opened(fixture("demo/report.pdf")), opened(fixture("demo/report.pdf"))].map((at) =>
    createPageFonts(mupdf, at.document).of(fontsOf(at.page)[0] ?? expect.fail("there is no font")),
  );
  expect(one).not.toBe(other);
});

test("an object number and the object give the same font", () => {
  const at = letterFont();
  const fonts = createPageFonts(mupdf, at.document);
  const [object = expect.fail("there is no font")] = fontsOf(at.page);
  expect(fonts.of(object.asIndirect())).toBe(fonts.of(object));
});

test("a direct font is found again", () => {
  const resources = `/Font << /A << ${helvetica} /FirstChar 65 /LastChar 65 /Widths [700] >> >>`;
  const at = opened(buildPdf({ pages: [{ entries: `/Resources << ${resources} >>` }] }));
  const fonts = createPageFonts(mupdf, at.document);
  const [object = expect.fail("there is no font")] = fontsOf(at.page);
  const font = known(fonts.of(object));
  fonts.ask(at.page, [{ font, codes: [65] }]);
  expect(fonts.of(object)).toBe(font);
  expect(font.glyphs[65]).toMatchObject({ text: "A", advance: 0.7 });
});

test.for<[string, string | undefined]>([
  ["pdf/page-labels-and-outline/input.pdf", undefined],
  ["pdf/encrypted-right-password/input.pdf", "open sesame"],
  ["demo/report.pdf", undefined],
])("%s is restored afterwards", ([name, password]) => {
  const at = opened(fixture(name), password);
  const state = (): readonly unknown[] => [
    at.page.toStructuredText("preserve-spans").asJSON(),
    at.page.getObject().resolve().toString(),
    at.document.countPages(),
    at.document
      .getTrailer()
      .toString()
      .replace(/\/Size \d+/u, ""),
  ];
  const before = state();
  const font = asked(at, fontsOf(at.page)[0] ?? expect.fail("there is no font"), [66, 1]);
  expect(font.glyphs[66]).toBeTruthy();
  expect(state()).toStrictEqual(before);
});

test.for<[string, string, string]>([
  ["vertical writing", "<< /Type /Font /Subtype /Type0 /Encoding /Identity-V /DescendantFonts [] >>", "encoding"],
  ["codes of one and of two bytes", "<< /Type /Font /Subtype /Type0 /Encoding /90ms-RKSJ-H >>", "encoding"],
  ["a font without a kind", "<< /Type /Font >>", "damaged"],
  ["a composite font without an encoding", "<< /Type /Font /Subtype /Type0 >>", "damaged"],
  ["a number", "42", "damaged"],
  ["nothing", "null", "damaged"],
])("%s is not supported", ([, object, reason]) => {
  const at = opened(withFont(object));
  expect(createPageFonts(mupdf, at.document).of(firstExtra)).toBe(reason);
});

test.for<[string, string, 1 | 2 | "encoding"]>([
  ["of one byte", "begincodespacerange <00> <ff> endcodespacerange", 1],
  ["of two bytes", "2 begincodespacerange <0000> <D7FF>\n<E000> <FFFF> endcodespacerange", 2],
  ["of both", "begincodespacerange <00> <80> <8140> <FEFE> endcodespacerange", "encoding"],
  ["of three bytes", "begincodespacerange <000000> <ffffff> endcodespacerange", "encoding"],
  ["that builds on another", "/Other usecmap begincodespacerange <00> <ff> endcodespacerange", "encoding"],
  ["without a space", "begincmap endcmap", "encoding"],
])("a code map %s", ([, map, expected]) => {
  const font = `<< /Type /Font /Subtype /Type0 /Encoding ${firstExtra + 1} 0 R >>`;
  const at = opened(withFont(font, { dictionary: "/Type /CMap", data: map }));
  const opening = createPageFonts(mupdf, at.document).of(firstExtra);
  expect(typeof opening === "string" ? opening : opening.codeBytes).toBe(expected);
});

test("a vertical code map in the document gives no glyphs", () => {
  const map =
    "/WMode 1 def 1 begincodespacerange <0000> <ffff> endcodespacerange 1 begincidrange <0000> <ffff> 0 endcidrange";
  const info = "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>";
  const at = opened(
    withFont(
      `<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding ${firstExtra + 1} 0 R /DescendantFonts [${firstExtra + 2} 0 R] >>`,
      { dictionary: "/Type /CMap /WMode 1", data: map },
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial /CIDSystemInfo ${info} /FontDescriptor << /Type /FontDescriptor /FontName /Arial /Flags 4 >> >>`,
    ),
  );
  const font = asked(at, at.document.newIndirect(firstExtra), [36]);
  expect(font.glyphs[36]).toBeNull();
});

test("a glyph that takes the colour of the page is left to the engine, which draws it as part of the page", () => {
  const at = opened(
    withFont(
      `<< /Type /Font /Subtype /Type3 /FontMatrix [0.001 0 0 0.001 0 0] /FontBBox [0 0 700 700] /FirstChar 97 /LastChar 98 /Widths [700 700] /Encoding << /Differences [97 /A /B] >> /CharProcs << /A ${firstExtra + 1} 0 R /B ${firstExtra + 2} 0 R >> >>`,
      { dictionary: "", data: "700 0 d0 0 0 600 600 re f" },
      { dictionary: "", data: "700 0 0 0 600 600 d1 0 0 600 600 re f" },
    ),
  );
  const font = asked(at, at.document.newIndirect(firstExtra), [97, 98]);
  expect(font.glyphs[97]).toBeNull();
  expect(font.glyphs[98]).toMatchObject({ text: "B", advance: 0.7 });
});

test("a font with a damaged file is described as the engine substitutes it", () => {
  const at = opened(printed("printed-by-ghostscript.pdf"));
  const object = fontsOf(at.page)[1] ?? expect.fail("there is no such font");
  object.get("FontDescriptor", "FontFile3").writeStream(new Uint8Array(100).fill(7));
  const font = asked(at, object, [97, 98]);
  for (const code of [97, 98])
    expect(toldByFont(font, code).text).toBe(toldByEngine(at, object, code.toString(16)).text);
});

test("a page that cannot be lent gives no glyphs", () => {
  const at = opened(printed("printed-by-chromium.pdf"));
  const fonts = createPageFonts(mupdf, at.document);
  const font = known(fonts.of(fontsOf(at.page)[0] ?? expect.fail("there is no font")));
  fonts.ask(failing(at.page), [{ font, codes: [36] }]);
  expect(font.glyphs[36]).toBeNull();
  expect(at.page.toStructuredText("").asText()).toContain("office");
});

test("a font that failed in one document is queried again in the next", () => {
  const at = letterFont();
  const fonts = createPageFonts(mupdf, at.document);
  const font = known(fonts.of(fontsOf(at.page)[0] ?? expect.fail("there is no font")));
  fonts.ask(failing(at.page), [{ font, codes: [35] }]);
  expect(font.glyphs[35]).toBeNull();
  const next = letterFont();
  const again = asked(next, fontsOf(next.page)[0] ?? expect.fail("there is no font"), [35]);
  expect(again.glyphs[35]?.text).toBe("#");
});

test("a font of another document is an error of the caller", () => {
  const at = opened(fixture("demo/report.pdf"));
  const other = opened(fixture("demo/report.pdf"));
  const font = asked(other, fontsOf(other.page)[0] ?? expect.fail("there is no font"), [1]);
  expect(() => createPageFonts(mupdf, at.document).ask(at.page, [{ font, codes: [1] }])).toThrow(TypeError);
});

/** A page on which the engine fails. */
function failing(page: PDFPage): PDFPage {
  return Object.assign(Object.create(page) as PDFPage, {
    runPageContents() {
      throw new Error("the engine fails");
    },
  });
}

function known(font: ReturnType<ReturnType<typeof createPageFonts>["of"]>): PageFont {
  return typeof font === "string" ? expect.fail(font) : font;
}
