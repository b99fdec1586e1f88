import { recordTypes, uint16At, uint32At, viewOf, wideText, type PptRecord } from "./records.ts";

/** Kinds of text ([MS-PPT], 2.13.33). */
export const textKinds = { title: 0, body: 1, notes: 2, other: 4, centredTitle: 6 } as const;

/** The kinds whose items have bullets where nothing else is said: the bodies. */
const bulletKinds: ReadonlySet<number> = new Set([1, 7, 8]);

/** One text, as shapes and outlines hold it. */
export interface TextEntry {
  readonly kind: number;
  /** Paragraphs end with `\r`, lines with `\v`. */
  text: string;
  readonly links: TextLink[];
  /** What the paragraphs are, in the order of their characters. */
  paragraphs: readonly ParagraphRun[];
}

/** A stretch of text that leads somewhere. */
export interface TextLink {
  readonly start: number;
  readonly end: number;
  /** The number of the address in the document's list. */
  readonly id: number;
}

/** So many characters of paragraphs of one kind. */
export interface ParagraphRun {
  readonly characters: number;
  readonly level: number;
  readonly hasBullet: boolean;
}

const singleBytes = new TextDecoder("windows-1252");

/** Reads texts out of records that follow each other: an outline has many, a text box one. */
export function createTextCollector(): { add(record: PptRecord): void; readonly entries: readonly TextEntry[] } {
  const entries: TextEntry[] = [];
  let link = 0;
  const last = (): TextEntry => {
    const entry = entries.at(-1) ?? newEntry(textKinds.other);
    if (entries.length === 0) entries.push(entry);
    return entry;
  };
  return {
    entries,
    add(record) {
      const { type, body } = record;
      if (type === recordTypes.textHeader) entries.push(newEntry(uint32At(body, 0)));
      else if (type === recordTypes.textChars) last().text += wideText(body);
      else if (type === recordTypes.textBytes) last().text += singleBytes.decode(body);
      else if (type === recordTypes.textStyle) styleEntry(last(), body);
      else if (marks.has(type)) dropMark(last(), uint32At(body, 0));
      else if (type === recordTypes.interactive) link = linkIn(body);
      else if (type === recordTypes.textInteractive && link > 0) {
        last().links.push({ start: uint32At(body, 0), end: uint32At(body, 4), id: link });
      }
    },
  };
}

function newEntry(kind: number): TextEntry {
  return { kind, text: "", links: [], paragraphs: [] };
}

/** Records that say that the program puts a number, a date, a header or a footer where `*` stands ([MS-PPT], 2.9.49). */
const marks: ReadonlySet<number> = new Set([
  recordTypes.slideNumberMark,
  recordTypes.dateMark,
  recordTypes.fixedDateMark,
  recordTypes.headerMark,
  recordTypes.footerMark,
  recordTypes.formattedDateMark,
]);

/** A space keeps the places of what comes after it. */
function dropMark(entry: TextEntry, position: number): void {
  if (entry.text[position] !== "*") return;
  entry.text = `${entry.text.slice(0, position)} ${entry.text.slice(position + 1)}`;
}

/** The atom is the first record of its container, after eight bytes of header. */
function linkIn(body: Uint8Array): number {
  return uint16At(body, 2) === recordTypes.interactiveAtom ? uint32At(body, 12) : 0;
}

function styleEntry(entry: TextEntry, body: Uint8Array): void {
  const runs: ParagraphRun[] = [];
  const total = entry.text.length + 1;
  let characters = 0;
  for (let at = 0; at + 10 <= body.length && characters < total;) {
    const run = paragraphRunAt(body, at, bulletKinds.has(entry.kind));
    runs.push(run);
    characters += Math.max(1, run.characters);
    at = run.end;
  }
  entry.paragraphs = runs;
}

/** The fields of a paragraph's properties that come before its tab stops, by their bits, each of two or four bytes. */
const before: readonly (readonly [mask: number, bytes: number])[] = [
  [0x80, 2],
  [0x10, 2],
  [0x40, 2],
  [0x20, 4],
  [0x800, 2],
  [0x1000, 2],
  [0x2000, 2],
  [0x4000, 2],
  [0x100, 2],
  [0x400, 2],
  [0x8000, 2],
];

/** And those after them. */
const after: readonly (readonly [mask: number, bytes: number])[] = [
  [0x10000, 2],
  [0xe0000, 2],
  [0x200000, 2],
];

/** Levels of a text, from 0 ([MS-PPT], 2.9.46). */
const maxLevel = 4;

/** Reads a `TextPFRun` ([MS-PPT], 2.9.45 and 2.9.20). */
function paragraphRunAt(body: Uint8Array, start: number, isBulleted: boolean): ParagraphRun & { readonly end: number } {
  const characters = viewOf(body).getUint32(start, true);
  const level = Math.min(maxLevel, uint16At(body, start + 4));
  const mask = uint32At(body, start + 6);
  let at = start + 10;
  const flags = (mask & 0xf) === 0 ? 0 : uint16At(body, at);
  if ((mask & 0xf) !== 0) at += 2;
  at += widthOf(before, mask);
  if ((mask & 0x100000) !== 0) at += 2 + 4 * uint16At(body, at);
  at += widthOf(after, mask);
  return { characters, level, hasBullet: (mask & 1) === 0 ? isBulleted : (flags & 1) !== 0, end: at };
}

function widthOf(fields: typeof before, mask: number): number {
  return fields.reduce((width, [bit, bytes]) => ((mask & bit) === 0 ? width : width + bytes), 0);
}

/** The properties of the paragraph that a character is in; those of its kind where the file has none. */
export function paragraphAt({ kind, paragraphs }: TextEntry, character: number): Omit<ParagraphRun, "characters"> {
  let end = 0;
  for (const run of paragraphs) {
    end += run.characters;
    if (character < end) return run;
  }
  return { level: 0, hasBullet: bulletKinds.has(kind) };
}
