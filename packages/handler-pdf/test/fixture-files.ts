import { lockedPdf } from "./locked-pdf.ts";
import { buildPdf, firstExtra, joinBytes, lines, type BuiltDocument } from "./pdf-builder.ts";
import { loadPdfEngine } from "../src/engine/engine.ts";

const mupdf = await loadPdfEngine();

const words = (text: string): Uint8Array => new TextEncoder().encode(text);
const request = (fields: object): Uint8Array => words(`${JSON.stringify(fields, undefined, 2)}\n`);
const extra = (index: number): string => `${firstExtra + index} 0 R`;

const numerals = ["i", "ii", "1", "2", "A-1"];

const book: BuiltDocument = {
  pages: numerals.map((numeral, at) => ({
    content: lines(`This is the page that its book calls ${numeral}.`, `It is sheet ${at + 1}.`),
  })),
  catalog: `/PageLabels << /Nums [0 << /S /r >> 2 << /S /D >> 4 << /S /D /P (A-) >>] >> /Lang (en-GB) /Outlines ${extra(0)}`,
  info: "<< /Title (A Small Book) /Author (Ada Example) /CreationDate (D:20240131120000+01'00') >>",
  extra: [
    `<< /Type /Outlines /First ${extra(1)} /Last ${extra(2)} /Count 2 >>`,
    `<< /Title (Preface) /Parent ${extra(0)} /Next ${extra(2)} /Dest [10 0 R /Fit] >>`,
    `<< /Title (Main part) /Parent ${extra(0)} /Prev ${extra(1)} /Dest [14 0 R /Fit] /First ${extra(3)} /Last ${extra(3)} /Count 1 >>`,
    `<< /Title (A detail) /Parent ${extra(2)} /Dest [16 0 R /Fit] >>`,
  ],
};

/** A grey gradient with a dark bar, like a scan; a JPEG without an orientation. */
function scanJpeg(widthPx: number, heightPx: number): Uint8Array {
  const pixmap = new mupdf.Pixmap(mupdf.ColorSpace.DeviceGray, [0, 0, widthPx, heightPx], false);
  const pixels = pixmap.getPixels();
  for (let at = 0; at < pixels.length; at++) {
    const y = Math.floor(at / widthPx);
    pixels[at] = y > heightPx / 3 && y < heightPx / 3 + 20 ? 20 : 200 + (at % widthPx) / 40;
  }
  const jpeg = pixmap.asJPEG(80).slice();
  pixmap.destroy();
  return jpeg;
}

const scan = {
  dictionary:
    "/Type /XObject /Subtype /Image /Width 595 /Height 842 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode",
  data: scanJpeg(595, 842),
};
const scanPage = { content: "q 595 0 0 842 0 0 cm /I Do Q", resources: `/XObject << /I ${extra(0)} >>` };

const mixed: BuiltDocument = {
  pages: [
    { content: lines("A letter about the sheets that follow.") },
    scanPage,
    scanPage,
    {},
    { content: lines("The last sheet has words again.") },
  ],
  extra: [scan],
};

const field = (name: string, type: string, rest: string): string =>
  `<< /Type /Annot /Subtype /Widget /T (${name}) /FT /${type} ${rest} /P 10 0 R >>`;

const form: BuiltDocument = {
  pages: [
    {
      content: lines("Please fill in this form."),
      entries: `/Annots [${[0, 1, 2, 3, 4, 5].map(extra).join(" ")}]`,
    },
  ],
  catalog: `/AcroForm << /Fields [${[0, 1, 2, 3, 4, 5].map(extra).join(" ")}] /DA (/F 10 Tf 0 g) /DR << /Font << /F 3 0 R >> >> >>`,
  extra: [
    field("name", "Tx", "/V (Ada Lovelace) /TU (Your full name) /Rect [72 600 300 620]"),
    field("address", "Tx", "/Ff 4096 /V (12 Main Street\\n1000 Town) /Rect [72 560 300 590]"),
    field("agree", "Btn", "/V /Yes /AS /Yes /Rect [72 530 90 548] /AP << /N << /Yes null /Off null >> >>"),
    field("country", "Ch", "/Ff 131072 /Opt [[(fr) (France)] [(de) (Germany)]] /V (de) /Rect [72 500 300 520]"),
    field("empty", "Tx", "/Rect [72 470 300 490]"),
    field(
      "signature",
      "Sig",
      "/V << /Type /Sig /Name (Ada Lovelace) /M (D:20240229101112Z) /Reason (I agree) >> /Rect [72 400 300 450]",
    ),
  ],
};

const comments: BuiltDocument = {
  pages: [
    { content: lines("A sentence that readers spoke of."), entries: `/Annots [${[0, 1, 2, 3].map(extra).join(" ")}]` },
  ],
  extra: [
    "<< /Type /Annot /Subtype /Text /T (Ada) /Contents (Is this right?) /Rect [300 700 320 720] >>",
    "<< /Type /Annot /Subtype /Highlight /T (Ben) /Contents (Well said.) /QuadPoints [72 732 200 732 72 718 200 718] /Rect [72 718 200 732] >>",
    "<< /Type /Annot /Subtype /Link /Rect [72 600 100 610] /A << /S /URI /URI (https://example.org/) >> >>",
    "<< /Type /Annot /Subtype /Square /Rect [72 500 100 510] >>",
  ],
};

const specification = (name: string, at: number): string =>
  `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${extra(at)} >> >>`;
const embedded = (data: string): { dictionary: string; data: string } => ({
  dictionary: `/Type /EmbeddedFile /Params << /Size ${data.length} >>`,
  data,
});

const attached: BuiltDocument = {
  pages: [{ content: lines("The figures are in the attached file.") }],
  catalog: `/Names << /EmbeddedFiles << /Names [(a) ${extra(0)} (b) ${extra(1)}] >> >>`,
  extra: [
    specification("figures.csv", 2),
    specification("read me.txt", 3),
    embedded("city,people\nOslo,709037\n"),
    embedded("Read the figures.\n"),
  ],
};

const shell: BuiltDocument = {
  pages: [{ content: lines("Please wait...") }],
  catalog: `/AcroForm << /Fields [] /XFA [(preamble) ${extra(0)} (datasets) ${extra(1)} (postamble) ${extra(2)}] >> /NeedsRendering true`,
  extra: [
    { dictionary: "", data: "<xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'>" },
    { dictionary: "", data: "<xfa:datasets><name>Ada Lovelace</name></xfa:datasets>" },
    { dictionary: "", data: "</xdp:xdp>" },
  ],
};

const shapes: BuiltDocument = {
  pages: [
    { content: lines("Turned to the right."), entries: "/Rotate 90" },
    { content: "BT /F 4 Tf 3 10 Td (A stamp.) Tj ET", mediaBox: "0 0 72 36" },
    { content: lines("A part of a sheet."), entries: "/CropBox [60 600 400 800]" },
    { content: lines("In units of two points."), entries: "/UserUnit 2" },
    { content: "BT /F 200 Tf 72 1200 Td (A poster.) Tj ET", mediaBox: "0 0 2384 3370" },
  ],
};

const note = buildPdf({ pages: [{ content: lines("A short note.") }] });
const bookBytes = buildPdf(book);
const mixedBytes = buildPdf(mixed);
const attachedBytes = buildPdf(attached);
const lockedBytes = lockedPdf(lines("A short note."), "open sesame");

/** The content of each fixture by its path under `fixtures/pdf`. Its name says why it is special. */
export const fixtureFiles: Readonly<Record<string, Uint8Array>> = {
  "page-labels-and-outline/input.pdf": bookBytes,
  "pages-by-label/input.pdf": bookBytes,
  "pages-by-label/request.json": request({ pages: "ii,a-1" }),
  "pages-last-two/input.pdf": bookBytes,
  "pages-last-two/request.json": request({ pages: "-2" }),
  "pages-beyond-the-end/input.pdf": bookBytes,
  "pages-beyond-the-end/request.json": request({ pages: "9-" }),
  "native-two-pages/input.pdf": bookBytes,
  "native-two-pages/request.json": request({ pages: "2-3", view: "native" }),
  "text-scans-and-a-blank-page/input.pdf": mixedBytes,
  "scans-as-text/input.pdf": mixedBytes,
  "scans-as-text/request.json": request({ view: "text" }),
  "all-as-images/input.pdf": mixedBytes,
  "all-as-images/request.json": request({ view: "image" }),
  "form/input.pdf": buildPdf(form),
  "comments/input.pdf": buildPdf(comments),
  "attachments/input.pdf": attachedBytes,
  "attachment-selected/input.pdf": attachedBytes,
  "attachment-selected/request.json": request({ select: "attachment:Figures.csv" }),
  "attachment-unknown/input.pdf": attachedBytes,
  "attachment-unknown/request.json": request({ select: "tables.csv" }),
  "portfolio/input.pdf": buildPdf({
    ...attached,
    catalog: `${attached.catalog ?? ""} /Collection << /Type /Collection >>`,
  }),
  "xfa-only/input.pdf": buildPdf(shell),
  "stamp-poster-rotated-cropped/input.pdf": buildPdf(shapes),
  "stamp-poster-rotated-cropped/request.json": request({ view: "image" }),
  "encrypted-no-password/input.pdf": lockedBytes,
  "encrypted-wrong-password/input.pdf": lockedBytes,
  "encrypted-wrong-password/request.json": request({ password: "wrong" }),
  "encrypted-right-password/input.pdf": lockedBytes,
  "encrypted-right-password/request.json": request({ password: "open sesame" }),
  "junk-before-header/input.pdf": joinBytes([words("HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n"), note]),
  "no-table-of-objects/input.pdf": note.subarray(0, note.length - 300),
  "named-txt/input.txt": note,
  "text-named-pdf/input.pdf": words("This is no PDF file.\nIt only has the name of one.\n"),
  "no-pages/input.pdf": buildPdf({ pages: [] }),
  "claims-a-billion-pages/input.pdf": buildPdf({ pages: [{ content: lines("The one page.") }], count: 1_000_000_000 }),
  "no-document/input.pdf": words("%PDF-1.7\n1 0 obj\n<< /Nothing true >>\nendobj\n"),
};
