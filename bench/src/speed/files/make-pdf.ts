import { deflateSync } from "node:zlib";

const words = (
  "the reader turns any file that an agent meets into exactly what its model can take numbered text images or native " +
  "documents inside a budget with a ready request for what is left of it and every line has its own place in a page"
).split(" ");

const linesPerPage = 46;
const wordsPerLine = 13;

/** A document of text in two fonts, with a heading on every page and words kerned one by one, as typesetters write it. */
export function makePdf(pages: number, seed: number): Uint8Array {
  const objects: Uint8Array[] = [];
  const add = (content: string | Uint8Array): number => objects.push(toBytes(content));
  add("<< /Type /Catalog /Pages 2 0 R >>");
  const firstPage = 5;
  const kids = Array.from({ length: pages }, (_, at) => `${firstPage + at * 2} 0 R`).join(" ");
  add(`<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`);
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>");
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>");
  for (let at = 0; at < pages; at += 1) {
    const resources = "<< /Font << /F1 3 0 R /F2 4 0 R >> >>";
    const contents = firstPage + at * 2 + 1;
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${contents} 0 R >>`);
    add(streamObject(pageContent(at + 1, seed)));
  }
  return assemble(objects);
}

function pageContent(page: number, seed: number): string {
  let state = (Math.imul(page, 2_654_435_761) + seed) >>> 0;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
  const line = (): string =>
    Array.from({ length: wordsPerLine }, () => `(${words[next(words.length)]} ) ${next(40) - 20}`).join(" ");
  const body = Array.from({ length: linesPerPage }, () => `[${line()}] TJ T*`).join("\n");
  return `BT /F2 16 Tf 56 780 Td (Section ${page} of the document ${seed}) Tj ET\nBT /F1 10.5 Tf 15 TL 56 750 Td\n${body}\nET`;
}

function streamObject(content: string): Uint8Array {
  const packed = deflateSync(content);
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
    packed,
    Buffer.from("\nendstream"),
  ]);
}

/** The objects with their numbers, and the table of where each stands. */
function assemble(objects: readonly Uint8Array[]): Uint8Array {
  const pieces: Uint8Array[] = [toBytes("%PDF-1.7\n")];
  const offsets: number[] = [];
  let length = pieces[0]?.length ?? 0;
  for (const [at, object] of objects.entries()) {
    offsets.push(length);
    const piece = Buffer.concat([toBytes(`${at + 1} 0 obj\n`), object, toBytes("\nendobj\n")]);
    length += piece.length;
    pieces.push(piece);
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  pieces.push(
    toBytes(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(pieces);
}

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : content;
}
