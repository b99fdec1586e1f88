/** An object of a PDF: PDF syntax, and the bytes of its stream. */
export interface PdfObject {
  readonly value: string;
  readonly stream?: Uint8Array;
}

const encoder = new TextEncoder();

/** Encodes Latin-1 text. */
export function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Returns an object with a stream. `entries` are added to its dictionary, after the length. */
export function streamObject(content: string | Uint8Array, entries: string = ""): PdfObject {
  const stream = typeof content === "string" ? latin1(content) : content;
  return { value: `<< ${entries} /Length ${String(stream.length)} >>`, stream };
}

/** Builds a PDF with objects numbered from 1. The first one is the catalog. */
export function buildPdf(objects: readonly (string | PdfObject)[], trailer: string = ""): Uint8Array {
  const chunks: Uint8Array[] = [encoder.encode("%PDF-1.7\n")];
  let offset = chunks[0]?.length ?? 0;
  const push = (chunk: Uint8Array): void => {
    chunks.push(chunk);
    offset += chunk.length;
  };
  const offsets = objects.map((object, index) => {
    const start = offset;
    for (const chunk of objectChunks(object, index + 1)) push(chunk);
    return start;
  });
  const start = offset;
  const rows = offsets.map((value) => `${String(value).padStart(10, "0")} 00000 n \n`).join("");
  const size = String(objects.length + 1);
  push(encoder.encode(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`));
  push(encoder.encode(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${String(start)}\n%%EOF\n`));
  return joined(chunks);
}

function objectChunks(object: string | PdfObject, number: number): readonly Uint8Array[] {
  const { value, stream } = typeof object === "string" ? { value: object, stream: undefined } : object;
  const head = encoder.encode(`${String(number)} 0 obj\n${value}\n`);
  if (stream === undefined) return [head, encoder.encode("endobj\n")];
  return [head, encoder.encode("stream\n"), stream, encoder.encode("\nendstream\nendobj\n")];
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** The parts of a page other than its content. */
export interface PageFacts {
  /** Entries of the page's resources in addition to the font `F1`, which is Helvetica. */
  readonly resources?: string;
  /** Entries of the page's dictionary. */
  readonly entries?: string;
  readonly widthPt?: number;
  readonly heightPt?: number;
  /** Objects used by the resources, numbered from 6. */
  readonly objects?: readonly (string | PdfObject)[];
}

/** Builds a document of one page with this content. */
export function onePagePdf(content: string | PdfObject, facts: PageFacts = {}): Uint8Array {
  const { resources = "", entries = "", widthPt = 595, heightPt = 842, objects = [] } = facts;
  return buildPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${String(widthPt)} ${String(heightPt)}] /Contents 4 0 R ` +
      `/Resources << /Font << /F1 5 0 R >> ${resources} >> ${entries} >>`,
    typeof content === "string" ? streamObject(content) : content,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...objects,
  ]);
}
