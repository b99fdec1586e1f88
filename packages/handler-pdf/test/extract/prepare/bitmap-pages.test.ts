import { expect, it } from "vitest";
import { computerModern } from "../../../src/extract/prepare/bitmap-map.ts";
import { buildPdf, firstExtra, type PdfPart } from "../../pdf-builder.ts";
import { asText, readPdfBytes } from "../../reading.ts";

/** Dots per inch, and per font size of ten points. */
const resolution = 600;
const em = 83;

const named = {
  dvips: {
    name: (code: number): string => (code + 360).toString(36).toUpperCase(),
    matrix: "1 0 0 1",
    box: "0 0 1000 1000",
    scale: 1,
  },
  pdfTeX: { name: (code: number): string => `a${code}`, matrix: ".01204 0 0 .01204", box: "0 -20 83 62", scale: 9.96 },
  Distiller: {
    name: (code: number): string =>
      code < 0x20 ? `#${code.toString(16).padStart(2, "0")}` : String.fromCharCode(code),
    matrix: "1 0 0 -1",
    box: "0 0 1000 1000",
    scale: 1,
  },
} as const;

/** Words without spaces, each at its position in TeX. */
const rows = [
  ["The", "o\u000ece", "packages", "of", "this", "collection", "are", "for", "documents", "that", "are", "typeset"],
  ["with", "the", "\frst", "fonts", "which", "have", "no", "outlines,", "and", "come", "as", "bitmaps."],
];

const widths = computerModern.cmr10.split(" ").map((width) => Math.round((Number(width) * em) / 1000));
const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, sign) => sum + (widths[sign.charCodeAt(0)] ?? 0), 0);

function fontOf({ name, matrix, box }: (typeof named)[keyof typeof named]): readonly PdfPart[] {
  const codes = [...new Set(rows.flat().join(""))].map((sign) => sign.charCodeAt(0)).toSorted((a, b) => a - b);
  const glyphs = codes.map((code): PdfPart => {
    const [width = 0] = [widths[code]];
    return { dictionary: "<< >>", data: `${width} 0 0 0 ${width} 57 d1 0 0 ${width} 40 re f` };
  });
  const shapes = codes.map((code, index) => `/${name(code)} ${firstExtra + 1 + index} 0 R`).join(" ");
  const differences = codes.map((code) => `${code} /${name(code)}`).join(" ");
  const [font] = [
    `<< /Type /Font /Subtype /Type3 /FontBBox [${box}] /FontMatrix [${matrix} 0 0] /CharProcs << ${shapes} >>
    /Encoding << /Type /Encoding /Differences [${differences}] >> /FirstChar 0 /LastChar 127 /Widths [${widths.join(" ")}] >>`,
  ];
  return [font, ...glyphs];
}

function pageOf({ scale }: (typeof named)[keyof typeof named]): string {
  const shown = rows.map((words, row) => {
    let x = 600;
    const set = words.map((word) => {
      const at = x;
      x += widthOf(word) + 28;
      return `1 0 0 1 ${at} ${6000 - row * 100} Tm (${word}) Tj`;
    });
    return set.join(" ");
  });
  const toDots = 72 / resolution;
  const size = scale === 1 ? 1 : scale / toDots;
  return `${toDots} 0 0 ${toDots} 0 0 cm BT /B ${size} Tf ${shown.join(" ")} ET`;
}

const sentence =
  "The office packages of this collection are for documents that are typeset with the first fonts which have no outlines, and come as bitmaps.";

it.each(["dvips", "pdfTeX", "Distiller"] as const)("builds lines and words from the bitmaps of %s", async (program) => {
  const kind = named[program];
  const page = { content: pageOf(kind), resources: `/Font << /B ${firstExtra} 0 R >>` };
  const { text } = await readPdfBytes(buildPdf({ pages: [page], extra: fontOf(kind) }), asText);
  expect(text).toContain(sentence);
  expect(text).not.toContain("#");
});

it.each([0, 60])(
  "reads the bitmaps of a form on the page, as of one that was placed on it, after %d images",
  async (count) => {
    const kind = named.dvips;
    const parts = fontOf(kind);
    const form: PdfPart = {
      dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /B ${firstExtra} 0 R >> >>`,
      data: pageOf(kind),
    };
    const image: PdfPart = {
      dictionary: "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray",
      data: " ",
    };
    const at = firstExtra + parts.length;
    const images = Array.from({ length: count }, (_, index) => `/A${index} ${at + 1} 0 R`).join(" ");
    const page = { content: "/F Do", resources: `/XObject << ${images} /F ${at} 0 R >>` };
    const { text } = await readPdfBytes(buildPdf({ pages: [page], extra: [...parts, form, image] }), asText);
    expect(text).toContain(sentence);
  },
);

it("keeps the letters of fonts of other programs, whose glyphs are named as usual", async () => {
  const [first, last] = [109, 119];
  const widths = Array.from({ length: last - first + 1 }, (_, at) => (at === 0 ? 974 : 818)).join(" ");
  const matrix = "/FontMatrix [.001 0 0 .001 0 0] /FontBBox [0 -200 1000 800]";
  const procs = `/CharProcs << /m ${firstExtra + 1} 0 R /w ${firstExtra + 1} 0 R >>`;
  const encoding = `/Encoding << /Differences [${first} /m ${last} /w] >>`;
  const font = `<< /Type /Font /Subtype /Type3 ${matrix} ${procs} ${encoding} /FirstChar ${first} /LastChar ${last} /Widths [${widths}] >>`;
  const extra: PdfPart[] = [font, { dictionary: "", data: "900 0 0 0 900 700 d1 0 0 800 700 re f" }];
  const page = { content: "BT /B 12 Tf 72 720 Td (mww) Tj ET", resources: `/Font << /B ${firstExtra} 0 R >>` };
  const { text } = await readPdfBytes(buildPdf({ pages: [page], extra }), asText);
  expect(text).toBe("mww\n");
});
