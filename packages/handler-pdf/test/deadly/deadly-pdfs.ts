import type { ReadErrorCode } from "@reader/core";
import { buildPdf, latin1, onePagePdf, streamObject, type PdfObject } from "./build-pdf.ts";
import { deflateBomb, deflated, filled } from "./deflate-bomb.ts";

const megabyte = 1_000_000;
const catalog = "<< /Type /Catalog /Pages 2 0 R >>";
const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

/** A document that attacks its reader. It is built on demand, because some are large. */
export interface DeadlyPdf {
  readonly make: () => Uint8Array;
  /** The requested view, if not text. */
  readonly view?: "image";
  /** The possible outcomes of the read; `ok` for a result. */
  readonly ends: readonly ("ok" | ReadErrorCode)[];
}

const endless: readonly ReadErrorCode[] = ["timed-out", "too-large"];
const anything: DeadlyPdf["ends"] = ["ok", "corrupt", ...endless];

/** A form that paints the next one ten times, twelve levels deep: 10^12 operators in three kilobytes. */
function formsInForms(): Uint8Array {
  const depth = 12;
  const forms = Array.from({ length: depth }, (_, index): PdfObject => {
    const isLast = index === depth - 1;
    const entries = `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> /XObject << /X ${String(7 + index)} 0 R >> >>`;
    return streamObject(
      isLast ? "BT /F1 9 Tf 9 9 Td (deep) Tj ET" : "/X Do ".repeat(10),
      isLast ? entries.replace(/\/XObject <<.*?>>/, "") : entries,
    );
  });
  return onePagePdf("/X Do", { resources: "/XObject << /X 6 0 R >>", objects: forms });
}

/** A content stream that inflates to `count` megabytes of one operator line. */
function repeatedContent(line: string, count: number): Uint8Array {
  const unit = latin1(line.repeat(Math.ceil(megabyte / line.length)));
  return onePagePdf(streamObject(deflateBomb(unit, count), "/Filter /FlateDecode"));
}

function twiceDeflated(): Uint8Array {
  const bomb = deflateBomb(filled(megabyte, 0x20), 4000);
  return onePagePdf(streamObject(deflated(bomb), "/Filter [/FlateDecode /FlateDecode]"));
}

function imageBomb(): Uint8Array {
  const data = deflateBomb(filled(megabyte, 0x7f), 2500);
  const entries =
    "/Type /XObject /Subtype /Image /Width 50000 /Height 50000 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode";
  return onePagePdf("q 595 0 0 842 0 0 cm /I Do Q", {
    resources: "/XObject << /I 6 0 R >>",
    objects: [streamObject(data, entries)],
  });
}

/** A pattern of one hundredth of a point over the whole page, each tile of which paints another pattern. */
function tilesInTiles(): Uint8Array {
  const tile = (next: string): string =>
    `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep .01 /YStep .01 /Resources << /Pattern << /P ${next} >> >>`;
  return onePagePdf("/Pattern cs /P scn 0 0 595 842 re f", {
    resources: "/Pattern << /P 6 0 R >>",
    objects: [
      streamObject("/Pattern cs /P scn 0 0 1 1 re f", tile("7 0 R")),
      streamObject("0 0 1 rg 0 0 1 1 re f", tile("6 0 R")),
    ],
  });
}

function pageTree(kids: string, count: number, ...more: readonly string[]): Uint8Array {
  return buildPdf([catalog, `<< /Type /Pages /Kids [${kids}] /Count ${String(count)} >>`, ...more]);
}

/** Nodes of the page tree, each the only child of the previous one. */
function deepPageTree(depth: number): Uint8Array {
  const nodes = Array.from({ length: depth }, (_, index) => {
    const child = String(index + 3);
    return `<< /Type /Pages /Parent ${String(index + 1)} 0 R /Kids [${child} 0 R] /Count 1 >>`;
  });
  return buildPdf([catalog, ...nodes, "<< /Type /Page /MediaBox [0 0 9 9] >>"]);
}

function manyObjects(count: number): Uint8Array {
  const objects = Array.from(
    { length: count },
    (_, index) => `<< /Number ${String(index)} /Next ${String(index + 7)} 0 R >>`,
  );
  return onePagePdf("BT /F1 12 Tf 72 700 Td (The page of many objects.) Tj ET", { objects });
}

function manyPages(count: number): Uint8Array {
  const pages = Array.from({ length: count }, () => "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >>");
  return pageTree(pages.map((_, index) => `${String(index + 3)} 0 R`).join(" "), count, ...pages);
}

function nested(open: string, close: string, depth: number): Uint8Array {
  return onePagePdf("", { objects: [open.repeat(depth) + close.repeat(depth)], entries: "/Odd 6 0 R" });
}

function outlineRing(): Uint8Array {
  return buildPdf([
    "<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R /AcroForm << /Fields [6 0 R] >> /Names << /EmbeddedFiles 7 0 R >> /PageLabels 7 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [6 0 R] >>",
    "<< /Type /Outlines /First 5 0 R /Last 5 0 R >>",
    "<< /Title (Round) /Parent 5 0 R /First 5 0 R /Next 5 0 R >>",
    "<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Parent 6 0 R /Kids [6 0 R] /Rect [0 0 9 9] >>",
    "<< /Kids [7 0 R] >>",
  ]);
}

/** A cross-reference table whose previous table is itself. */
function xrefRing(): Uint8Array {
  const bytes = onePagePdf("", {});
  const text = new TextDecoder("latin1").decode(bytes);
  const start = text.lastIndexOf("xref", text.lastIndexOf("startxref") - 1);
  return latin1(text.replace("trailer\n<<", `trailer\n<< /Prev ${String(start)}`));
}

function namedByItself(): Uint8Array {
  return buildPdf([catalog, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", "3 0 R"]);
}

/** Attacks on a PDF reader by description. */
export const deadlyPdfs: Readonly<Record<string, DeadlyPdf>> = {
  "a page that never ends": { make: formsInForms, ends: endless },
  "a page of a gigabyte of lines": { make: () => repeatedContent("0 0 m 9 9 l S\n", 1000), ends: endless },
  "a page of 50 MB of text": {
    make: () => repeatedContent(`BT /F1 12 Tf 72 700 Td (${"word ".repeat(18)}) Tj ET\n`, 50),
    ends: ["ok", ...endless],
  },
  "a page of states that are saved and never restored": {
    make: () => repeatedContent("q 1 0 0 1 1 1 cm\n", 200),
    ends: anything,
  },
  "a content stream that inflates to a gigabyte of nothing": {
    make: () => onePagePdf(streamObject(deflateBomb(filled(megabyte, 0x20), 1000), "/Filter /FlateDecode")),
    ends: anything,
  },
  "a content stream that is deflated twice": { make: twiceDeflated, ends: anything },
  "a picture of 2500 megapixels": { make: imageBomb, ends: anything },
  "a picture of 2500 megapixels, drawn": { make: imageBomb, view: "image", ends: anything },
  "patterns inside patterns, drawn": { make: tilesInTiles, view: "image", ends: anything },
  "a page that never ends, drawn": { make: formsInForms, view: "image", ends: endless },
  "a page 200 inches wide and a million high": {
    make: () => onePagePdf("0 0 m 9 9 l S", { widthPt: 14_400, heightPt: 72_000_000 }),
    ends: anything,
  },
  "a page 200 inches wide and a million high, drawn": {
    make: () => onePagePdf("0 0 m 9 9 l S", { widthPt: 14_400, heightPt: 72_000_000 }),
    view: "image",
    ends: anything,
  },
  "a page without any size, drawn": {
    make: () => onePagePdf("0 0 m 9 9 l S", { widthPt: 0, heightPt: 0 }),
    view: "image",
    ends: anything,
  },
  "a page tree that contains itself": { make: () => pageTree("2 0 R", 1), ends: anything },
  "a page tree that claims two thousand million pages": { make: () => pageTree("", 2_000_000_000), ends: ["corrupt"] },
  "a page tree with a negative number of pages": { make: () => pageTree("", -5), ends: ["corrupt"] },
  "a page tree ten thousand deep": { make: () => deepPageTree(10_000), ends: anything },
  "a page that is named by itself": { make: namedByItself, ends: anything },
  "100 000 objects": { make: () => manyObjects(100_000), ends: ["ok"] },
  "5000 pages": { make: () => manyPages(5000), ends: ["ok"] },
  "arrays a hundred thousand deep": { make: () => nested("[", "]", 100_000), ends: anything },
  "dictionaries a hundred thousand deep": { make: () => nested("<</A ", ">>", 100_000), ends: anything },
  "outlines, fields and names that go round": { make: outlineRing, ends: anything },
  "a cross-reference table that goes round": { make: xrefRing, ends: anything },
};

/** A sound document, to check that its reader still works. */
export function canaryPdf(): Uint8Array {
  return buildPdf([
    catalog,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    streamObject("BT /F1 12 Tf 72 700 Td (The canary sings.) Tj ET"),
    font,
  ]);
}

/** Returns the `number`th of endlessly many different documents that cannot be opened. */
export function brokenPdf(number: number): Uint8Array {
  const bytes = canaryPdf();
  const end = 9 + ((number * 7) % 120);
  const head = bytes.slice(0, end);
  const noise = Uint8Array.from({ length: 64 }, (_, index) => (number * 31 + index * 97) % 251);
  const broken = new Uint8Array(head.length + noise.length);
  broken.set(head);
  broken.set(noise, head.length);
  return broken;
}
