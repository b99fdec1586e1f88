import { onePagePdf, streamObject, type PdfObject } from "../deadly/build-pdf.ts";

const words =
  "The committee met on Tuesday to discuss the annual report and the plans for the coming year, and several members asked for more time.";

interface GarbledFont {
  /** Entries of the resources. */
  readonly font: string;
  readonly objects: readonly (string | PdfObject)[];
  /** What the page shows, as an operand of `Tj`. */
  readonly shown: string;
}

function page({ font, objects, shown }: GarbledFont): Uint8Array {
  const content = `BT /G 9 Tf 20 700 Td ${shown} Tj ET`;
  return onePagePdf(content, { resources: `/Font << /G ${font} >>`, objects, widthPt: 900 });
}

function hexCodes(bytes: 1 | 2, offset: number): string {
  const codes = Array.from(words, (character) =>
    (character.charCodeAt(0) + offset).toString(16).padStart(bytes * 2, "0"),
  );
  return `<${codes.join("")}>`;
}

/** Codes in the order of first use, as programs assign them to drawings. */
function numberedCodes(): string {
  const numbers = new Map<string, number>();
  const codes = Array.from(words.replaceAll(" ", ""), (character) => {
    const number = numbers.get(character) ?? 33 + numbers.size;
    numbers.set(character, number);
    return number.toString(16);
  });
  return `<${codes.join("")}>`;
}

/** A map from single-byte codes to characters shifted by an offset. */
function shiftedMap(by: number): PdfObject {
  const ranges = [
    ["20", "20", 0x20],
    ["41", "5a", 0x41 + by],
    ["61", "7a", 0x61 + by],
  ] as const;
  const lines = ranges.map(([first, last, to]) => `<${first}> <${last}> <${to.toString(16).padStart(4, "0")}>`);
  return streamObject(
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def " +
      `1 begincodespacerange <00> <ff> endcodespacerange 3 beginbfrange ${lines.join(" ")} endbfrange endcmap end end`,
  );
}

/** A font of drawings, one per code, with meaningless names. */
function drawnFont(): string {
  const names = Array.from(
    { length: 95 },
    (_, index) => `/shape${"abcdefghij".charAt(index % 10)}${"abcdefghij".charAt(Math.floor(index / 10))}`,
  );
  const drawings = names.map((name) => `${name} 7 0 R`).join(" ");
  const widths = names.map(() => "600").join(" ");
  return (
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 32 /LastChar 126 ` +
    `/Widths [${widths}] /CharProcs << ${drawings} >> /Encoding << /Type /Encoding /Differences [32 ${names.join(" ")}] >> /Resources << >> >>`
  );
}

const composite =
  "<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Some /Encoding /Identity-H /DescendantFonts [7 0 R] >>";
const descendant =
  "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Some /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> " +
  "/FontDescriptor 8 0 R /DW 600 >>";
const descriptor =
  "<< /Type /FontDescriptor /FontName /ABCDEF+Some /Flags 4 /FontBBox [0 0 600 700] /ItalicAngle 0 /Ascent 700 /Descent 0 /CapHeight 700 /StemV 80 >>";

/** Documents with a garbled text layer, as programs write them. */
export const garbledPdfs: Readonly<Record<string, Uint8Array>> = {
  "a font of glyph numbers without a map to characters": page({
    font: "6 0 R",
    objects: [composite, descendant, descriptor],
    shown: hexCodes(2, 0x1900),
  }),
  "a font of drawings without a map to characters": page({
    font: "6 0 R",
    objects: [drawnFont(), streamObject("600 0 0 0 600 700 d1 0 0 500 700 re f")],
    shown: numberedCodes(),
  }),
  "a map to characters that is three letters off": page({
    font: "6 0 R",
    objects: [
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 7 0 R >>",
      shiftedMap(3),
    ],
    shown: `(${words})`,
  }),
  "a map to characters of private use": page({
    font: "6 0 R",
    objects: [
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 7 0 R >>",
      shiftedMap(0xf000),
    ],
    shown: `(${words})`,
  }),
};

/** The same page without damage. */
export const soundPdf: Uint8Array = page({ font: "5 0 R", objects: [], shown: `(${words})` });
