import { Buffer } from "node:buffer";
import {
  type BuiltParagraph,
  type BuiltRun,
  formattedPage,
  integers,
  lengthsOf,
  runEnds,
  textAt,
  pageBytes,
} from "./word-builder.ts";

export type { BuiltRun };

/** The content of a document of Word 6. Its modifiers have codes of one byte. */
export interface BuiltOldDocument {
  readonly paragraphs: readonly BuiltParagraph[];
  /** The language identifier; 0x409 for American English. */
  readonly language?: number;
  readonly fonts?: readonly string[];
  /** The positions of the marks in the text, and the texts, which start with their mark. */
  readonly footnotes?: { readonly marks: readonly number[]; readonly texts: readonly string[] };
  readonly headers?: readonly string[];
  /** The modifiers of the only section. */
  readonly section?: readonly number[];
}

/** Header offsets of the places and lengths of tables. */
const tables = {
  styles: 0x60,
  footnoteMarks: 0x68,
  footnoteTexts: 0x70,
  sections: 0x88,
  headers: 0xb0,
  characterPages: 0xb8,
  paragraphPages: 0xc0,
  fonts: 0xd0,
} as const;

/** Builds a document of Word 6 with one section. Its formatted pages must hold all runs. */
export async function buildOldWordDocument(document: BuiltOldDocument): Promise<Uint8Array> {
  const { paragraphs, footnotes = { marks: [], texts: [] }, headers = [], section = [] } = document;
  const text = paragraphs.flatMap(({ runs }) => runs.map((run) => run.text)).join("");
  const asides = [...footnotes.texts, ...headers];
  const all: readonly BuiltParagraph[] = [...paragraphs, ...asides.map(asideOf)];
  const bytes = Buffer.from([text, ...asides].join(""), "latin1");
  const pagesAt = Math.ceil((textAt + bytes.length) / pageBytes);
  const sectionAt = (pagesAt + 2) * pageBytes;
  const written: readonly (readonly [at: number, content: Buffer])[] = [
    [tables.styles, styleSheet()],
    [
      tables.footnoteMarks,
      Buffer.concat([integers(...footnotes.marks, text.length), Buffer.alloc(footnotes.marks.length * 2)]),
    ],
    [tables.footnoteTexts, integers(...lengthsOf(footnotes.texts))],
    [tables.sections, Buffer.concat([integers(0, text.length), Buffer.alloc(2), integers(sectionAt), Buffer.alloc(6)])],
    [tables.headers, integers(...lengthsOf(headers))],
    [tables.characterPages, pageTable(bytes.length, pagesAt)],
    [tables.paragraphPages, pageTable(bytes.length, pagesAt + 1)],
    [tables.fonts, fontTable(document.fonts ?? [])],
  ];
  const tablesAt = sectionAt + pageBytes;
  const main = Buffer.concat([Buffer.alloc(tablesAt), ...written.map(([, content]) => content)]);
  bytes.copy(main, textAt);
  characterPage(all).copy(main, pagesAt * pageBytes);
  paragraphPage(all).copy(main, (pagesAt + 1) * pageBytes);
  Buffer.from([section.length, 0, ...section]).copy(main, sectionAt);
  main.writeUInt16LE(0xa5dc, 0);
  main.writeUInt16LE(0x65, 2);
  main.writeUInt16LE(document.language ?? 0x409, 6);
  main.writeUInt32LE(textAt, 0x18);
  main.writeUInt32LE(textAt + bytes.length, 0x1c);
  main.writeUInt32LE(text.length, 0x34);
  main.writeUInt32LE(footnotes.texts.join("").length, 0x38);
  main.writeUInt32LE(headers.join("").length, 0x3c);
  let at = tablesAt;
  for (const [place, content] of written) {
    main.writeUInt32LE(at, place);
    main.writeUInt32LE(content.length, place + 4);
    at += content.length;
  }
  const { utils, write } = await import("cfb");
  const file = utils.cfb_new();
  utils.cfb_add(file, "/WordDocument", main);
  return Uint8Array.from(write(file, { type: "buffer" }) as Buffer);
}

/** The text of a note or header: its mark is a special character. */
function asideOf(text: string): BuiltParagraph {
  const isNote = text.startsWith("\u0002");
  const runs = isNote ? [{ text: "\u0002", modifiers: [117, 1] }, { text: text.slice(1) }] : [{ text }];
  return { runs };
}

function pageTable(characters: number, page: number): Buffer {
  return Buffer.concat([integers(textAt, textAt + characters), Buffer.from([page, 0])]);
}

function characterPage(paragraphs: readonly BuiltParagraph[]): Buffer {
  const runs = paragraphs.flatMap((paragraph) => paragraph.runs);
  return formattedPage(
    runEnds(runs),
    1,
    runs.map(({ modifiers = [] }) => Buffer.from([modifiers.length, ...modifiers])),
  );
}

function paragraphPage(paragraphs: readonly BuiltParagraph[]): Buffer {
  const texts = paragraphs.map(({ runs }) => ({ text: runs.map(({ text }) => text).join("") }));
  const properties = paragraphs.map(({ style = 0, modifiers = [] }) =>
    Buffer.from([1 + Math.ceil(modifiers.length / 2), style, 0, ...modifiers]),
  );
  return formattedPage(runEnds(texts), 7, properties);
}

/** A style sheet with a plain style and nine headings, which have a name of one letter. */
function styleSheet(): Buffer {
  const count = 10;
  const header = Buffer.from([4, 0, count, 0, 8, 0]);
  const style = Buffer.alloc(18);
  style.writeUInt16LE(0xfff1, 2);
  style.write("\u0001S", 8, "latin1");
  // After the name and its terminator, at an even offset: lists of modifiers for paragraphs and characters.
  style.writeUInt16LE(2, 12);
  const sized = Buffer.concat([Buffer.from([style.length, 0]), style]);
  return Buffer.concat([header, ...Array.from({ length: count }, () => sized)]);
}

function fontTable(names: readonly string[]): Buffer {
  const entries = names.map((name) =>
    Buffer.from([6 + name.length, 0, 0, 0, 0, 0, ...Buffer.from(`${name}\0`, "latin1")]),
  );
  return Buffer.concat([Buffer.alloc(2), ...entries]);
}
