import { loweredText, raisedText } from "@reader/document/tables";
import { type BiffRecord, recordsIn, wordAt } from "./records.ts";

/** Types of records: the start of a part, a font and the shared strings ([MS-XLS] 2.4.21, 2.4.122, 2.4.265). */
const types = { eof: 0x0a, font: 0x31, strings: 0xfc };

type Script = "super" | "sub" | undefined;
const scripts: readonly Script[] = [undefined, "super", "sub"];

/**
 * Returns the shared strings of a workbook with raised or lowered characters: what SheetJS returns for them, and the
 * text with marks. Leaves out strings that other cells have without such characters.
 */
export function scriptedStrings(stream: Uint8Array): ReadonlyMap<string, string> {
  const fonts: Script[] = [];
  for (const record of recordsIn(stream)) {
    if (record.type === types.font) fonts.push(scripts[wordAt(record.data, 8)]);
    else if (record.type === types.strings && fonts.some((font) => font !== undefined)) return stringsIn(record, fonts);
    else if (record.type === types.eof) break;
  }
  return new Map();
}

function stringsIn({ data, continued }: BiffRecord, fonts: readonly Script[]): ReadonlyMap<string, string> {
  const cursor = new SegmentCursor([data, ...continued]);
  cursor.skip(8);
  const marked = new Map<string, string>();
  const plain = new Set<string>();
  while (!cursor.isAtEnd) {
    const { text, runs } = stringAt(cursor);
    const shown = markedText(text, runs, fonts);
    if (shown === text) plain.add(text);
    else marked.set(text, shown);
  }
  for (const text of marked.keys()) if (plain.has(text)) marked.delete(text);
  return marked;
}

/** Where characters with a font start. */
interface FontRun {
  readonly start: number;
  readonly font: number;
}

interface RichString {
  readonly text: string;
  readonly runs: readonly FontRun[];
}

/** Flags of a string ([MS-XLS] 2.5.293 XLUnicodeRichExtendedString). */
const isWide = 1;
const hasPhonetics = 4;
const hasRuns = 8;

function stringAt(cursor: SegmentCursor): RichString {
  const count = cursor.word();
  const flags = cursor.byte();
  const runCount = (flags & hasRuns) === 0 ? 0 : cursor.word();
  const extraBytes = (flags & hasPhonetics) === 0 ? 0 : cursor.word() + cursor.word() * 0x1_0000;
  const text = cursor.text(count, (flags & isWide) !== 0);
  const runs: FontRun[] = [];
  for (let run = 0; run < runCount && !cursor.isAtEnd; run += 1) {
    runs.push({ start: cursor.word(), font: cursor.word() });
  }
  cursor.skip(extraBytes);
  return { text, runs };
}

function markedText(text: string, runs: readonly FontRun[], fonts: readonly Script[]): string {
  let marked = text.slice(0, runs[0]?.start);
  for (const [index, { start, font }] of runs.entries()) {
    const piece = text.slice(start, runs[index + 1]?.start);
    // No font has the number 4 (2.5.129 FontIndex).
    const script = fonts[font > 4 ? font - 1 : font];
    if (script === undefined) marked += piece;
    else marked += script === "super" ? raisedText(piece) : loweredText(piece);
  }
  return marked;
}

/** Reads the data of a record and of the CONTINUE records after it. */
class SegmentCursor {
  readonly #segments: readonly DataView[];
  #segment = 0;
  #at = 0;

  constructor(segments: readonly DataView[]) {
    this.#segments = segments;
  }

  get isAtEnd(): boolean {
    return this.#rest() === undefined;
  }

  /** Returns the segment with the next byte. */
  #rest(): DataView | undefined {
    let segment = this.#segments[this.#segment];
    while (segment !== undefined && this.#at >= segment.byteLength) {
      this.#segment += 1;
      this.#at = 0;
      segment = this.#segments[this.#segment];
    }
    return segment;
  }

  byte(): number {
    const segment = this.#rest();
    if (segment === undefined) return 0;
    this.#at += 1;
    return segment.getUint8(this.#at - 1);
  }

  word(): number {
    return this.byte() | (this.byte() << 8);
  }

  skip(count: number): void {
    let left = count;
    for (let segment = this.#rest(); segment !== undefined && left > 0; segment = this.#rest()) {
      const bytes = Math.min(left, segment.byteLength - this.#at);
      this.#at += bytes;
      left -= bytes;
    }
  }

  /** Reads characters. In each further segment, a byte before them tells how wide they are. */
  text(count: number, isWideAtFirst: boolean): string {
    let wide = isWideAtFirst;
    let text = "";
    let left = count;
    while (left > 0 && !this.isAtEnd) {
      if (this.#at === 0 && text !== "") wide = (this.byte() & isWide) !== 0;
      const end = this.#rest()?.byteLength ?? 0;
      const width = wide ? 2 : 1;
      const some = Math.min(left, Math.max(1, Math.floor((end - this.#at) / width)));
      for (let each = 0; each < some; each += 1) text += String.fromCharCode(wide ? this.word() : this.byte());
      left -= some;
    }
    return text;
  }
}
