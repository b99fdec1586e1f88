/** PDF syntax, or a stream with its bytes. */
export type PdfPart = string | { readonly dictionary: string; readonly data: Uint8Array | string };

/** A page of a built document. */
export interface BuiltPage {
  /** Content operators; `F` is Helvetica. */
  readonly content?: string;
  /** Further entries of the page, such as `/Rotate 90` or `/Annots [7 0 R]`. */
  readonly entries?: string;
  readonly mediaBox?: string;
  /** Further resources, such as `/XObject << /I 8 0 R >>`. */
  readonly resources?: string;
}

/** A built document. */
export interface BuiltDocument {
  readonly pages: readonly BuiltPage[];
  /** Further entries of the catalog. */
  readonly catalog?: string;
  /** The information dictionary. */
  readonly info?: string;
  /** Further objects; the first has the number `firstExtra`. */
  readonly extra?: readonly PdfPart[];
  /** The count in the page tree; correct by default. */
  readonly count?: number;
  /** The encryption dictionary as an object. Nothing is encrypted here. */
  readonly encrypt?: string;
}

/** The first half of the file identifier, which is part of every key. */
export const fileId = "00112233445566778899aabbccddeeff";

/** The number of the first further object. */
export const firstExtra = 100;

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0);

/** Joins byte arrays. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/** Returns content with lines of text at the top of a page. */
export function lines(...words: readonly string[]): string {
  return `BT /F 12 Tf 16 TL 72 720 Td ${words.map((line) => `(${line}) Tj T*`).join(" ")} ET`;
}

/** Writes a document with its cross-reference table: the same bytes every time. */
export function buildPdf(document: BuiltDocument): Uint8Array {
  const { pages, extra = [] } = document;
  const parts = new Map<number, PdfPart>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${document.catalog ?? ""} >>`],
    [
      2,
      `<< /Type /Pages /Count ${document.count ?? pages.length} /Kids [${pages.map((_, at) => `${10 + at * 2} 0 R`).join(" ")}] >>`,
    ],
    [3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"],
    [4, document.info ?? "<< >>"],
  ]);
  for (const [at, page] of pages.entries()) {
    const { mediaBox = "0 0 595 842", resources = "", entries = "", content = "" } = page;
    const body = `/Parent 2 0 R /MediaBox [${mediaBox}] /Resources << /Font << /F 3 0 R >> ${resources} >> /Contents ${11 + at * 2} 0 R`;
    parts.set(10 + at * 2, `<< /Type /Page ${body} ${entries} >>`);
    parts.set(11 + at * 2, { dictionary: "", data: content });
  }
  for (const [at, part] of extra.entries()) parts.set(firstExtra + at, part);
  return serialise(parts, document.encrypt === undefined ? "" : `/Encrypt ${document.encrypt}`);
}

function serialise(parts: ReadonlyMap<number, PdfPart>, trailer: string): Uint8Array {
  const pieces: Uint8Array[] = [latin1("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n")];
  const offsets = new Map<number, number>();
  let at = pieces[0]?.length ?? 0;
  const add = (piece: Uint8Array): void => {
    pieces.push(piece);
    at += piece.length;
  };
  for (const [number, part] of parts) {
    offsets.set(number, at);
    add(latin1(`${number} 0 obj\n`));
    if (typeof part === "string") add(latin1(part));
    else {
      const data = typeof part.data === "string" ? latin1(part.data) : part.data;
      add(latin1(`<< ${part.dictionary} /Length ${data.length} >>\nstream\n`));
      add(data);
      add(latin1("\nendstream"));
    }
    add(latin1("\nendobj\n"));
  }
  add(latin1(tableOf(offsets, at, trailer)));
  return joinBytes(pieces);
}

function tableOf(offsets: ReadonlyMap<number, number>, start: number, trailer: string): string {
  const size = Math.max(...offsets.keys()) + 1;
  const entry = (number: number): string => {
    const offset = offsets.get(number);
    return offset === undefined ? "0000000000 65535 f " : `${String(offset).padStart(10, "0")} 00000 n `;
  };
  const table = Array.from({ length: size }, (_, number) => entry(number)).join("\n");
  const id = `<${fileId}>`;
  return `xref\n0 ${size}\n${table}\ntrailer\n<< /Size ${size} /Root 1 0 R /Info 4 0 R /ID [${id} ${id}] ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
}
