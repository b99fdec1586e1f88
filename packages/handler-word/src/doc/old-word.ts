import { codePageOfCharset, decoderOf } from "@reader/office-kit/encodings";
import { type Flow, createHeldParagraphs, type HeldParagraphs } from "@reader/document/builder";
import { viewOf, type ByteView } from "@reader/office-kit/compound";
import { lengthsIn } from "./fib.ts";
import { readPieces } from "./tables.ts";
import { createWordFields, type WordFields } from "./word-fields.ts";

/** Where Word 6 and 95 keep what is read of them. */
const places = { textStart: 0x18, textEnd: 0x1c, lengths: 0x34, pieces: 0x160, fonts: 0xd0 } as const;

/** Code pages of the languages of a document, where it is not 1252. */
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

/** Tells the text of a document of Word 6 or 95: its paragraphs, and its tables as far as their marks show them. */
export function tellOldWord(stream: Uint8Array, flow: Flow): void {
  const view = viewOf(stream);
  const teller: OldTeller = { paragraphs: createHeldParagraphs(flow), fields: createWordFields(), follows: "" };
  const text = oldText(view);
  const { main } = lengthsIn(view, places.lengths);
  tellText(teller, main > 0 ? text.slice(0, main) : text);
  teller.paragraphs.end(0, {});
  teller.fields = createWordFields();
  // Notes, headers and text boxes follow; what belongs where is not told apart.
  if (main > 0) tellText(teller, text.slice(main));
  teller.paragraphs.close();
}

interface OldTeller {
  readonly paragraphs: HeldParagraphs;
  fields: WordFields;
  /** The character before. */
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

/** The page of the language; where that is a western one and the letters are not, that of a font. */
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

/** Fonts have names in bytes here; the character set stands before them. */
function fontCodePage(view: ByteView): number | undefined {
  const fonts = view.part(view.u32(places.fonts), view.u32(places.fonts + 4));
  for (let at = 2; at < fonts.length; at += fonts.u8(at) + 1) {
    const page = codePageOfCharset(fonts.u8(at + 4));
    if (page !== undefined && page !== 1252) return page;
  }
  return undefined;
}

function tellText(teller: OldTeller, text: string): void {
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character >= " ") continue;
    write(teller, text.slice(from, at));
    marks[character]?.(teller);
    teller.follows = character;
    from = at + 1;
  }
  write(teller, text.slice(from));
}

function write(teller: OldTeller, text: string): void {
  if (text === "") return;
  teller.follows = "";
  if (!teller.fields.takeCode(text)) teller.paragraphs.write(text, { link: teller.fields.link });
}

function endParagraph({ paragraphs }: OldTeller): void {
  paragraphs.end(0, {});
}

/** A mark behind a mark ends the row. */
function endCell({ paragraphs, follows }: OldTeller): void {
  if (follows === "\u0007") {
    paragraphs.endRow(1);
    return;
  }
  paragraphs.end(1, {});
  paragraphs.endCell(1);
}

/** What the characters below the space do. */
const marks: Readonly<Record<string, (teller: OldTeller) => void>> = {
  "\r": endParagraph,
  "\u000c": endParagraph,
  "\u000b": ({ paragraphs }) => paragraphs.add((flow) => flow.lineBreak()),
  "\u0007": endCell,
  "\t": (teller) => write(teller, "\t"),
  "\u0013": ({ fields }) => fields.begin(),
  "\u0014": ({ fields }) => fields.separate(),
  "\u0015": ({ fields }) => void fields.end(),
  "\u001e": (teller) => write(teller, "-"),
};
