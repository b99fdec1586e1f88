import type { CodePart, FlowLine } from "../layout/flow.ts";
import { dropSoftHyphens } from "../layout/paragraphs/hyphenation.ts";
import { isApart } from "./line-boxes.ts";

/** Returns lines of code as a fenced block. */
export function fenced(lines: readonly FlowLine[]): string {
  const code = codeLines(lines);
  const fence = fenceFor(code);
  return dropSoftHyphens([fence, ...code, fence].join("\n"));
}

/** Returns lines of code with indentation and empty lines, and their parts in the columns where they stand. */
export function codeLines(lines: readonly FlowLine[]): readonly string[] {
  const left = lines.reduce((least, line) => Math.min(least, line.box.x0), Infinity);
  const parts = lines.map(partsOf);
  const pitchPt = pitchOf(parts.flat());
  const out: string[] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before !== undefined && isApart(before, line)) out.push("");
    out.push(onGrid(parts[index] ?? [], left, pitchPt));
  }
  return out;
}

function partsOf({ code, text, box: { x0, x1 } }: FlowLine): readonly CodePart[] {
  return code.length > 0 ? code : [{ text, x0, x1 }];
}

/** Returns the width of a column: that of most characters, because words may be shorter than their columns. */
function pitchOf(parts: readonly CodePart[]): number {
  const sound = parts.filter(({ text }) => text !== "" && !/^\s/u.test(text));
  const widths = (sound.length > 0 ? sound : parts)
    .map(({ text, x0, x1 }) => ({ count: text.length, pitchPt: (x1 - x0) / Math.max(1, text.length) }))
    .toSorted((one, other) => one.pitchPt - other.pitchPt);
  let left = widths.reduce((sum, { count }) => sum + count, 0) / 2;
  for (const { count, pitchPt } of widths) {
    left -= count;
    if (left <= 0) return Math.max(1, pitchPt);
  }
  return 1;
}

/** Parts further to the right keep their order, but not their distance. */
const lastColumn = 400;

/** A narrower gap is no space, because words may be set apart from signs, and up to the second, it is one. In columns. */
const leastGap = 0.5;
const widestSpace = 1.5;

function onGrid(parts: readonly CodePart[], left: number, pitchPt: number): string {
  let out = "";
  let last: CodePart | undefined;
  let isAfterSpace = false;
  for (const part of parts) {
    const words = part.text.trim();
    if (words === "") {
      isAfterSpace = true;
      continue;
    }
    const column = Math.min(lastColumn, Math.round((startOf(part, pitchPt) - left) / pitchPt));
    if (last === undefined) out = " ".repeat(Math.max(0, column));
    else if (isAfterSpace || areApart(last, part, pitchPt)) {
      const isWide = startOf(part, pitchPt) - endOf(last, pitchPt) >= widestSpace * pitchPt;
      out += " ".repeat(isWide ? Math.max(1, column - out.length) : 1);
    }
    out += words;
    last = part;
    isAfterSpace = false;
  }
  return out;
}

/** Returns where the words start. One space before them may have been added between the last part and this one. */
function startOf({ text, x0, x1 }: CodePart, pitchPt: number): number {
  const before = text.length - text.trimStart().length;
  const isOwn = before > 1 || (x1 - x0) / pitchPt > text.length - 0.5;
  return isOwn ? x0 + before * pitchPt : x0;
}

/** Returns where the words end. */
function endOf(part: CodePart, pitchPt: number): number {
  const { text, x1 } = part;
  const words = text.trim().length;
  return /\s$/u.test(text) ? startOf(part, pitchPt) + words * pitchPt : x1;
}

function areApart(last: CodePart, next: CodePart, pitchPt: number): boolean {
  return /\s$/u.test(last.text) || /^\s/u.test(next.text) || next.x0 - last.x1 >= leastGap * pitchPt;
}

/** Returns a fence longer than any in the code. */
export function fenceFor(lines: readonly string[]): string {
  const lengths = lines.map((line) => /^\s*(`{3,})/u.exec(line)?.[1]?.length ?? 0);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 2);
  return "`".repeat(longest + 1);
}
