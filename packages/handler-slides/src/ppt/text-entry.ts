import { scriptOfShift } from "@reader/document";
import type { RunFormat } from "@reader/document/builder";
import { type PptRecord, recordTypes, uint16At, uint32At, viewOf, wideText } from "@reader/office-kit/office-art";
import type { NewerBullet } from "./newer-bullets.ts";

/** Kinds of text ([MS-PPT], 2.13.33). */
export const textKinds = { title: 0, body: 1, notes: 2, other: 4, centredTitle: 6 } as const;

/** The kinds that have bullets by default: body texts. */
const bulletKinds: ReadonlySet<number> = new Set([1, 7, 8]);

/** A text of a shape or an outline. */
export interface TextEntry {
  readonly kind: number;
  /** Paragraphs end with `\r`, lines with `\v`. */
  text: string;
  readonly links: TextLink[];
  /** The properties of its paragraphs and characters. */
  style: TextStyle;
  /** The bullets of its groups as PowerPoint 2000 and later store them. */
  readonly bullets?: readonly NewerBullet[] | undefined;
}

/** A range of text with a link. */
export interface TextLink {
  readonly start: number;
  readonly end: number;
  /** The number of the link target in the document's list. */
  readonly id: number;
}

const singleBytes = new TextDecoder("windows-1252");

/** Reads texts from consecutive records: an outline has many, a text box one. */
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
  return { kind, text: "", links: [], style: plainStyle };
}

/** Records of fields: the program replaces `*` by a number, a date, a header or a footer ([MS-PPT], 2.9.49). */
const marks: ReadonlySet<number> = new Set([
  recordTypes.slideNumberMark,
  recordTypes.dateMark,
  recordTypes.fixedDateMark,
  recordTypes.headerMark,
  recordTypes.footerMark,
  recordTypes.formattedDateMark,
]);

/** A space keeps the offsets of the following text. */
function dropMark(entry: TextEntry, position: number): void {
  if (entry.text[position] !== "*") return;
  entry.text = `${entry.text.slice(0, position)} ${entry.text.slice(position + 1)}`;
}

/** The atom is the first record of its container, after the header of eight bytes. */
function linkIn(body: Uint8Array): number {
  return uint16At(body, 2) === recordTypes.interactiveAtom ? uint32At(body, 12) : 0;
}

function styleEntry(entry: TextEntry, body: Uint8Array): void {
  entry.style = textStyle(body, { length: entry.text.length, isBulleted: bulletKinds.has(entry.kind) });
}

/** The properties of a paragraph. */
type ParagraphStyle = Omit<ParagraphRun, "characters">;

/**
 * Finds the properties of the paragraph at a character; call it in ascending order. Returns those of its kind if the
 * file stores none.
 */
export function createParagraphFinder({ kind, style }: TextEntry): (character: number) => ParagraphStyle {
  const usual = { level: 0, hasBullet: bulletKinds.has(kind) };
  let [at, end] = [0, 0];
  return (character) => {
    for (let run = style.paragraphs[at]; run !== undefined && end <= character; run = style.paragraphs[at]) {
      at += 1;
      end += run.characters;
    }
    return (character < end ? style.paragraphs[at - 1] : undefined) ?? usual;
  };
}

/** A number of characters in paragraphs with the same properties. */
interface ParagraphRun {
  readonly characters: number;
  readonly level: number;
  readonly hasBullet: boolean;
}

/** A number of characters with the same format. */
interface CharacterRun {
  readonly characters: number;
  /** Their own format, the same object for equal formats; `undefined` if they have none. */
  readonly look: RunFormat | undefined;
  /** The number of the font of their symbols, else of their letters; `undefined` if they name none. */
  readonly font: number | undefined;
  /** The lowest four bits of the index of their group of bullets (`pp9rt` of [MS-PPT]). */
  readonly group: number;
}

/** The formats of the characters of a text, in order. */
interface TextStyle {
  readonly paragraphs: readonly ParagraphRun[];
  readonly characters: readonly CharacterRun[];
}

/** The style of a text without properties. */
const plainStyle: TextStyle = { paragraphs: [], characters: [] };

/** The text that a `StyleTextPropAtom` belongs to. */
interface StyledText {
  readonly length: number;
  /** True if it has bullets by default. */
  readonly isBulleted: boolean;
}

/** Reads a `StyleTextPropAtom` ([MS-PPT], 2.9.44): runs of paragraphs, then runs of characters. */
function textStyle(body: Uint8Array, { length, isBulleted }: StyledText): TextStyle {
  // The end of the text counts as a character.
  const all = { body, most: length + 1 };
  const { runs: paragraphs, end } = runsFrom(0, all, (at) => paragraphRunAt(body, at, isBulleted));
  const { runs: characters } = runsFrom(end, all, (at) => characterRunAt(body, at));
  return { paragraphs, characters };
}

interface Ended {
  readonly characters: number;
  readonly end: number;
}

/** The size of the shortest run: a count, an optional level, and a mask. */
const leastBytes = 8;

function runsFrom<Run extends Ended>(
  start: number,
  { body, most }: { readonly body: Uint8Array; readonly most: number },
  runAt: (at: number) => Run,
): { readonly runs: readonly Run[]; readonly end: number } {
  const runs: Run[] = [];
  let characters = 0;
  let at = start;
  while (at + leastBytes <= body.length && characters < most) {
    const run = runAt(at);
    runs.push(run);
    characters += Math.max(1, run.characters);
    at = run.end;
  }
  return { runs, end: at };
}

/** Fields by their mask bits, each of two or four bytes. */
type Fields = readonly (readonly [mask: number, bytes: number])[];

/** The paragraph fields before the tab stops. */
const beforeTabs: Fields = [
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

/** The paragraph fields after the tab stops. */
const afterTabs: Fields = [
  [0x10000, 2],
  [0xe0000, 2],
  [0x200000, 2],
];

/** The highest level of a text, from 0 ([MS-PPT], 2.9.46). */
const maxLevel = 4;

/** Reads a `TextPFRun` ([MS-PPT], 2.9.45 and 2.9.20). */
function paragraphRunAt(body: Uint8Array, start: number, isBulleted: boolean): ParagraphRun & Ended {
  const characters = viewOf(body).getUint32(start, true);
  const level = Math.min(maxLevel, uint16At(body, start + 4));
  const mask = uint32At(body, start + 6);
  let at = start + 10;
  const flags = (mask & 0xf) === 0 ? 0 : uint16At(body, at);
  if ((mask & 0xf) !== 0) at += 2;
  at += widthOf(beforeTabs, mask);
  if ((mask & 0x100000) !== 0) at += 2 + 4 * uint16At(body, at);
  at += widthOf(afterTabs, mask);
  return { characters, level, hasBullet: (mask & 1) === 0 ? isBulleted : (flags & 1) !== 0, end: at };
}

/** The character fields between the flags and the position (`TextCFException` of [MS-PPT]): fonts, size and colour. */
const beforePosition: Fields = [
  [0x10000, 2],
  [0x200000, 2],
  [0x400000, 2],
  [0x800000, 2],
  [0x20000, 2],
  [0x40000, 4],
];

/** The mask bits of the fonts of symbols and of letters. */
const fontBits = [0x80_0000, 0x1_0000];

const positionBit = 0x80000;

/** The mask bits with flags: format, and the group, for which LibreOffice uses six bits. */
const styleBits = 0xffff;

const looks = { bold: 0x1, italic: 0x2 } as const;

/** Reads a `TextCFRun` of [MS-PPT]. */
function characterRunAt(body: Uint8Array, start: number): CharacterRun & Ended {
  const mask = uint32At(body, start + 4);
  let at = start + 8;
  const flags = (mask & styleBits) === 0 ? 0 : uint16At(body, at);
  if ((mask & styleBits) !== 0) at += 2;
  const font = fontBits.find((bit) => (mask & bit) !== 0);
  const fontAt =
    at +
    widthOf(
      beforePosition.slice(
        0,
        beforePosition.findIndex(([bit]) => bit === font),
      ),
      mask,
    );
  at += widthOf(beforePosition, mask);
  // Percentage of the text size; negative for subscript.
  const position = (mask & positionBit) === 0 ? 0 : (uint16At(body, at) << 16) >> 16;
  if ((mask & positionBit) !== 0) at += 2;
  return {
    characters: uint32At(body, start),
    look: lookOf(mask & flags, position),
    font: font === undefined ? undefined : uint16At(body, fontAt),
    group: (flags >>> 10) & 0xf,
    end: at,
  };
}

function lookOf(flags: number, position: number): RunFormat | undefined {
  return knownLooks[(flags & (looks.bold | looks.italic)) + scripts.indexOf(scriptOfShift(position / 100)) * 4];
}

const scripts = ["sub", undefined, "sup"] as const;

/** Formats by their bits and their script, one object each. */
const knownLooks: readonly (RunFormat | undefined)[] = scripts.flatMap((script) =>
  [0, looks.bold, looks.italic, looks.bold | looks.italic].map((bits) =>
    bits === 0 && script === undefined
      ? undefined
      : { isBold: (bits & looks.bold) !== 0, isItalic: (bits & looks.italic) !== 0, script },
  ),
);

function widthOf(fields: Fields, mask: number): number {
  return fields.reduce((width, [bit, bytes]) => ((mask & bit) === 0 ? width : width + bytes), 0);
}
