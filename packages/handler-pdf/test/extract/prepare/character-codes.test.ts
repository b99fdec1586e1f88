import { expect, it } from "vitest";
import { buildPdf, firstExtra } from "../../pdf-builder.ts";
import { asText, readPdfBytes } from "../../reading.ts";

const codes = 0x1_00_00;

/** A page in a font without a map, whose `CIDToGIDMap` gives a glyph to each code from `first` on. */
function pageIn({ first = 0x20, ordering = "Identity", entries = codes }): Uint8Array {
  const glyphs = Array.from({ length: entries }, (_, code) => (code >= first && code < 0x7f ? code - first + 3 : 0));
  const hex = glyphs.map((glyph) => glyph.toString(16).padStart(4, "0")).join("");
  const stream = `${hex}>`;
  const system = `<< /Registry (Adobe) /Ordering (${ordering}) /Supplement 0 >>`;
  const descendant = `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Sans /CIDSystemInfo ${system} /DW 500
    /FontDescriptor << /Type /FontDescriptor /FontName /Sans /Flags 4 /Ascent 800 /Descent -200 /CapHeight 700
    /ItalicAngle 0 /StemV 80 /FontBBox [0 -200 1000 800] >> /CIDToGIDMap ${firstExtra + 1} 0 R >>`;
  const extra = [
    descendant,
    `<< /Length ${stream.length} /Filter /ASCIIHexDecode >>\nstream\n${stream}\nendstream`,
    `<< /Type /Font /Subtype /Type0 /BaseFont /Sans /Encoding /Identity-H /DescendantFonts [${firstExtra} 0 R] >>`,
  ];
  const text = Array.from("Issue due today", (sign) => sign.charCodeAt(0).toString(16).padStart(4, "0")).join("");
  const page = {
    content: `BT /J 12 Tf 72 720 Td <${text}> Tj ET`,
    resources: `/Font << /J ${firstExtra + 2} 0 R >>`,
  };
  return buildPdf({ pages: [page], extra });
}

it.each(["Identity", "UCS"])("reads codes that are characters, in a font without a map (%s)", async (ordering) => {
  const { text } = await readPdfBytes(pageIn({ ordering }), asText);
  expect(text).toContain("Issue due today");
});

it.each([
  ["of a collection", { ordering: "Japan1" }],
  ["of which the first has a glyph", { first: 1 }],
  ["that are not all characters", { entries: 300 }],
])("does not take codes for characters %s", async (_, look) => {
  const { text } = await readPdfBytes(pageIn(look), asText);
  expect(text).not.toContain("Issue due today");
});
