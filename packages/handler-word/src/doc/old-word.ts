import { codePageOfCharset, decoderOf } from "@reader/office-kit/encodings";
import { type DocumentBuilder, createHeldParagraphs, type HeldParagraphs } from "@reader/document/builder";
import { viewOf, type ByteView } from "@reader/office-kit/compound";
import { lengthsIn } from "./fib.ts";
import { readPieces } from "./tables.ts";
import { createWordFields, type WordFields } from "./word-fields.ts";

/** Header offsets in Word 6 and 95 files. */
const places = { textStart: 0x18, textEnd: 0x1c, lengths: 0x34, pieces: 0x160, fonts: 0xd0 } as const;

/** Code pages by language identifier; other languages use 1252. */
const codePages: Readonly<Record<number, number>> = {
  0x404: 950,
  0x405: 1250,
  0x408: 1253,
  0x40d: 1255,
  0x40e: 1250,
  0x411: 932,
  0x412: 949,
  0x415: 1250,
  0x419: 1251,
  0x41f: 1254,
  0x422: 1251,
  0x804: 936,
};

/** Writes the text of a Word 6 or 95 document: its paragraphs, and its tables as far as cell marks show them. */
export function writeOldWord(stream: Uint8Array, builder: DocumentBuilder): void {
  const view = viewOf(stream);
  const writer: OldWordWriter = { paragraphs: createHeldParagraphs(builder), fields: createWordFields(), follows: "" };
  const text = oldText(view);
  const { main } = lengthsIn(view, places.lengths);
  writeText(writer, main > 0 ? text.slice(0, main) : text);
  writer.paragraphs.end(0, {});
  writer.fields = createWordFields();
  // Notes, headers and text boxes follow the main text. They are not distinguished.
  if (main > 0) writeText(writer, text.slice(main));
  writer.paragraphs.close();
}

interface OldWordWriter {
  readonly paragraphs: HeldParagraphs;
  fields: WordFields;
  /** The previous control character; empty after text. */
  follows: string;
}

function oldText(view: ByteView): string {
  const decode = decoderOf(codePageOf(view));
  const isComplex = (view.u16(0x0a) & 0x0004) !== 0;
  const start = view.u32(places.textStart);
  const simple = view.part(start, view.u32(places.textEnd) - start).bytes;
  if (!isComplex) return decode(simple);
  const pieces = readPieces(view.part(view.u32(places.pieces), view.u32(places.pieces + 4)));
  const bytes = pieces.map((piece) => view.part(piece.place, piece.end - piece.start).bytes);
  return pieces.length === 0 ? decode(simple) : bytes.map(decode).join("");
}

/** Infers the code page from the language. If that is Western but the text is not, uses the code page of a font. */
function codePageOf(view: ByteView): number {
  const own = codePages[view.u16(0x06)];
  if (own !== undefined) return own;
  const start = view.u32(places.textStart);
  const text = view.part(start, Math.min(view.u32(places.textEnd) - start, sampleBytes)).bytes;
  let letters = 0;
  let high = 0;
  for (const byte of text) {
    if (byte >= 0xc0) high += 1;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters += 1;
  }
  return high > letters / 2 ? (fontCodePage(view) ?? 1252) : 1252;
}

const sampleBytes = 20_000;

/** Returns the first code page other than 1252 in the font table. The character set precedes each font name. */
function fontCodePage(view: ByteView): number | undefined {
  const fonts = view.part(view.u32(places.fonts), view.u32(places.fonts + 4));
  for (let at = 2; at < fonts.length; at += fonts.u8(at) + 1) {
    const page = codePageOfCharset(fonts.u8(at + 4));
    if (page !== undefined && page !== 1252) return page;
  }
  return undefined;
}

function writeText(writer: OldWordWriter, text: string): void {
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character >= " ") continue;
    write(writer, text.slice(from, at));
    marks[character]?.(writer);
    writer.follows = character;
    from = at + 1;
  }
  write(writer, text.slice(from));
}

function write(writer: OldWordWriter, text: string): void {
  if (text === "") return;
  writer.follows = "";
  if (!writer.fields.takeCode(text)) writer.paragraphs.write(text, { link: writer.fields.link });
}

function endParagraph({ paragraphs }: OldWordWriter): void {
  paragraphs.end(0, {});
}

/** Two consecutive cell marks end the row. */
function endCell({ paragraphs, follows }: OldWordWriter): void {
  if (follows === "\u0007") {
    paragraphs.endRow(1);
    return;
  }
  paragraphs.end(1, {});
  paragraphs.endCell(1);
}

/** Actions for control characters. */
const marks: Readonly<Record<string, (writer: OldWordWriter) => void>> = {
  "\r": endParagraph,
  "\u000c": endParagraph,
  "\u000b": ({ paragraphs }) => paragraphs.add((builder) => builder.lineBreak()),
  "\u0007": endCell,
  "\t": (writer) => write(writer, "\t"),
  "\u0013": ({ fields }) => fields.begin(),
  "\u0014": ({ fields }) => fields.separate(),
  "\u0015": ({ fields }) => void fields.end(),
  "\u001e": (writer) => write(writer, "-"),
};
