import { recordTypes, uint16At, uint32At, wideText, type PptRecord } from "@reader/office-kit/office-art";
import type { NewerBullet } from "./newer-bullets.ts";
import { plainStyle, textStyle, type ParagraphRun, type TextStyle } from "./text-style.ts";

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
  /** What its paragraphs are, and how it looks. */
  style: TextStyle;
  /** What a newer PowerPoint says of the bullets of its groups. */
  readonly bullets?: readonly NewerBullet[] | undefined;
}

/** A stretch of text that leads somewhere. */
export interface TextLink {
  readonly start: number;
  readonly end: number;
  /** The number of the address in the document's list. */
  readonly id: number;
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
  return { kind, text: "", links: [], style: plainStyle };
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
  entry.style = textStyle(body, { length: entry.text.length, isBulleted: bulletKinds.has(entry.kind) });
}

/** What a paragraph is. */
type ParagraphStyle = Omit<ParagraphRun, "characters">;

/**
 * Finds the properties of the paragraph that a character is in, for one character after the other; those of its kind
 * where the file has none.
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
