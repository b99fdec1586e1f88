import { countByBreaks } from "./author-breaks.ts";
import { isCodeMonospaced } from "./font-use.ts";
import type { OdfReader } from "./odf-reader.ts";

/** The text of a packed document. */
interface Content {
  /** Its bytes. Iterate over them only once. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** True if text outside sections has its approximate page as place. */
  readonly hasPagePlaces: boolean;
}

/**
 * Maximum number of bytes that are searched for breaks, notes and headings before the text is read. They are held so
 * that they are unpacked only once. A book of 1000 pages has some 5 MB. Longer texts have no pages by breaks.
 */
const maxHeldBytes = 16 * 1024 * 1024;

/** Opens the text of a document, and decides how its pages are counted. */
export async function openContent(pieces: AsyncIterable<Uint8Array>, reader: OdfReader): Promise<Content> {
  const { layout } = reader;
  const start = await readAhead(pieces);
  const text = textOf(start.held);
  if (start.isWhole) reader.hasFootnotes = footnote.test(text) || !text.includes(textStart);
  // A program that counts pages and finds one has laid the text out.
  if (start.isWhole && layout.statedPages !== 1) countByBreaks(reader, text);
  if (start.isWhole) reader.isCodeMonospaced = isCodeMonospaced(reader.styles, text);
  const hasPages = layout.isByBreaks || layout.statedPages > 1;
  return { pieces: allOf(start), hasPagePlaces: hasPages && !headingTag.test(text) };
}

/** Matches a heading in the XML of a document. */
const headingTag = /<(?:[\w-]+:)?h[\s>]/;

/** Matches a footnote in the XML of a document; OpenOffice 1 has an element for it. */
const footnote = /note-class\s*=\s*["']footnote["']|<text:footnote[\s>]/;

/** The start of the text, which is not found in other encodings or with other prefixes. */
const textStart = "<office:text";

function textOf(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder("latin1");
  return pieces.map((piece) => decoder.decode(piece)).join("");
}

/** The start of a stream, and its rest. */
interface StreamStart {
  readonly held: Uint8Array[];
  readonly isWhole: boolean;
  /** How the stream ended; `undefined` if it continues. */
  readonly end: Promise<IteratorResult<Uint8Array>> | undefined;
  readonly rest: AsyncIterator<Uint8Array>;
}

async function readAhead(pieces: AsyncIterable<Uint8Array>): Promise<StreamStart> {
  const rest = pieces[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < maxHeldBytes) {
    const end = rest.next();
    // An error is thrown after what precedes it.
    const next = await end.catch(() => undefined);
    if (next === undefined || next.done === true) return { held, isWhole: next !== undefined, end, rest };
    held.push(next.value);
    bytes += next.value.length;
  }
  return { held, isWhole: false, end: undefined, rest };
}

/** Yields a whole stream, and frees what was held of it. */
async function* allOf({ held, end, rest }: StreamStart): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = held.shift(); piece !== undefined; piece = held.shift()) yield piece;
    for (let next = await (end ?? rest.next()); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
