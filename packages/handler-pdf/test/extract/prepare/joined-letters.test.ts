import { expect, it } from "vitest";
import { joinedLetters } from "../../../src/extract/prepare/name-glyphs.ts";
import { buildPdf, firstExtra } from "../../pdf-builder.ts";
import { asText, readPdfBytes } from "../../reading.ts";

it("reads all letters of a ligature glyph by its name", () => {
  expect(joinedLetters("[27 /f_f /f_f_i 84 /T_h.liga /t_t /ffi_uni0074]")).toEqual([
    [27, "ff"],
    [28, "ffi"],
    [84, "Th"],
    [85, "tt"],
    [86, "ffit"],
  ]);
});

it("ignores names that the engine knows, and names that are not letters", () => {
  expect(joinedLetters("[65 /A /eight.taboldstyle /uni0041 /t /g_123 /_ /a_]")).toEqual([]);
});

it("ignores codes that a font cannot have", () => {
  expect(joinedLetters("[255 /t_t /f_f 9999999999 /f_f]")).toEqual([[255, "tt"]]);
});

it("returns the letters of ligature glyphs in the text of a page, beside single ones", async () => {
  const encoding = "<< /BaseEncoding /WinAnsiEncoding /Differences [1 /t_t /f_f] >>";
  const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding ${encoding} >>`;
  const page = {
    content: "BT /J 12 Tf 72 720 Td (le\\001ers are o\\002 the page) Tj ET",
    resources: `/Font << /J ${firstExtra} 0 R >>`,
  };
  const { text } = await readPdfBytes(buildPdf({ pages: [page], extra: [font] }), asText);
  expect(text).toContain("letters are off the page");
});

it("reads a difference array that many fonts share once, with the letters for each", async () => {
  const fonts = [2, 3, 4].map((at) => firstExtra + at);
  const extra = [
    `<< /Differences ${firstExtra + 1} 0 R >>`,
    "[1 /t_t /f_f]",
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding ${firstExtra} 0 R >>`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding ${firstExtra} 0 R >>`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding << /Differences ${firstExtra + 1} 0 R >> >>`,
  ];
  const page = {
    content: fonts.map((font, at) => `BT /F${font} 12 Tf 72 ${720 - at * 40} Td (le\\001er) Tj ET`).join(" "),
    resources: `/Font << ${fonts.map((font) => `/F${font} ${font} 0 R`).join(" ")} >>`,
  };
  const { text } = await readPdfBytes(buildPdf({ pages: [page], extra }), asText);
  expect(text.match(/letter/g)).toHaveLength(3);
});
