import { boxAround, sharedHeight } from "../model/boxes.ts";
import { type Box, type TextBlock, type TextLine, textOf } from "../model/page-content.ts";
import { hasInk } from "../model/plain-text.ts";

/** A large letter before its paragraph, perhaps after a quotation mark. */
const initial = /^["'“”‘’«„‹]?\p{Lu}$/u;

/** Maximum length of the text of a drop cap. Longer lines are not compared with the expression. */
const longestInitial = 4;

/** Maximum number of drop caps of a page. A page of more large letters is an alphabet or a chart. */
const maxInitials = 12;

/** Minimum size of a drop cap as a ratio to that of the text beside it. */
const leastRatio = 1.8;

/** Maximum distance of the text beside a drop cap, and its maximum overlap, as a share of the size of the letter. */
const widestGapShare = 0.5;
const widestOverlapShare = 0.4;

/** The part of the box of a capital that is below its baseline, as a share of its size. */
const belowShare = 0.25;

/** Minimum number of lines beside a drop cap. */
const leastBeside = 2;

/** Minimum gap of the first line, in ems of the text, if the letter is a word of its own. */
const wordGapEm = 0.25;

/**
 * Joins each drop cap with the line that it begins. Programs paint it as a line of its own, whose middle is beside the
 * second line of its paragraph, and some paint it before the heading above.
 */
export function joinDropCaps(blocks: readonly TextBlock[]): readonly TextBlock[] {
  const lines = blocks.flatMap((block) => block.lines);
  const initials = lines.flatMap((line) => dropCapOf(line) ?? []);
  if (initials.length === 0 || initials.length > maxInitials) return blocks;
  const joined = new Map<TextLine, TextLine | undefined>();
  for (const { from, letter, rest } of initials) {
    const others = lines.flatMap((line) => (line === from ? (rest ?? []) : [line]));
    const [first, second] = linesBeside(letter, others);
    if (first === undefined || second === undefined || joined.has(first) || !goesOn(textOf(first.runs))) continue;
    joined.set(from, rest);
    joined.set(first === rest ? from : first, withInitial(letter, first, second));
  }
  return joined.size === 0 ? blocks : blocks.flatMap((block) => withJoined(block, joined));
}

/** A line that is or begins with a drop cap. */
interface DropCap {
  readonly from: TextLine;
  readonly letter: TextLine;
  /** The words of the last line beside the letter, which has the same baseline. */
  readonly rest: TextLine | undefined;
}

function dropCapOf(line: TextLine): DropCap | undefined {
  const { runs, direction } = line;
  const [first, second, ...more] = runs;
  if (direction !== "ltr" || first === undefined) return undefined;
  if (runs.length <= longestInitial && isInitial(runs)) return { from: line, letter: line, rest: undefined };
  if (second === undefined || first.style.sizePt <= leastRatio * second.style.sizePt || !isInitial([first]))
    return undefined;
  const rest = [{ ...second, text: second.text.trimStart() }, ...more];
  return {
    from: line,
    letter: { ...line, runs: [first], box: first.box },
    rest: { ...line, runs: rest, box: boxAround(rest) },
  };
}

function isInitial(runs: TextLine["runs"]): boolean {
  const [first] = runs;
  if (first === undefined || first.text.length > longestInitial) return false;
  const text = textOf(runs);
  return text.length <= longestInitial && initial.test(text.trim());
}

/** Returns the lines beside a drop cap from the top if they are those of a paragraph that it begins. */
function linesBeside(letter: TextLine, lines: readonly TextLine[]): readonly TextLine[] {
  const sizePt = sizeOf(letter);
  const box = { ...letter.box, y1: letter.box.y1 - belowShare * sizePt };
  const beside = lines
    .filter((line) => line !== letter && isBeside(box, line, sizePt))
    .toSorted((one, other) => one.box.y0 - other.box.y0);
  const [first, ...others] = beside;
  if (first === undefined || beside.length < leastBeside) return [];
  const isFirst = first.box.y0 < (box.y0 + box.y1) / 2;
  const isClear = others.every((other) => other.box.x0 > box.x1 - widestOverlapShare * sizePt);
  return isFirst && isClear ? beside : [];
}

/** True for a line in small type that starts right of a letter, or at its start if it is painted over it. */
function isBeside(letter: Box, line: TextLine, sizePt: number): boolean {
  const { box, direction } = line;
  if (direction !== "ltr" || box.y0 >= letter.y1 || box.y1 <= letter.y0) return false;
  if (box.x0 < letter.x0 - 1 || box.x0 > letter.x1 + widestGapShare * sizePt) return false;
  return sizePt > leastRatio * sizeOf(line) && sharedHeight(letter, box) > 0.5;
}

function sizeOf({ runs }: TextLine): number {
  return runs.reduce((most, { text, style }) => (hasInk(text) ? Math.max(most, style.sizePt) : most), 0);
}

/** True for the rest of a word, or for words after a letter. The first words may be in capitals. */
function goesOn(text: string): boolean {
  return /^\s*(?:[’']?\p{Ll}|\p{Lu}{2}|\p{Lu}\s\p{Lu}{2})/u.test(text);
}

function withInitial(letter: TextLine, first: TextLine, second: TextLine): TextLine {
  const [run, ...rest] = first.runs;
  if (run === undefined) return first;
  const isWord = first.box.x0 - Math.max(second.box.x0, letter.box.x1) > wordGapEm * sizeOf(first);
  const text = `${textOf(letter.runs).trim()}${isWord ? " " : ""}${run.text.trimStart()}`;
  const x0 = first.box.x0 < letter.box.x0 + 1 ? Math.min(second.box.x0, first.box.x1) : first.box.x0;
  return { ...first, box: { ...first.box, x0 }, runs: [{ ...run, text }, ...rest] };
}

function withJoined(block: TextBlock, joined: ReadonlyMap<TextLine, TextLine | undefined>): readonly TextBlock[] {
  if (!block.lines.some((line) => joined.has(line))) return [block];
  const lines = block.lines.flatMap((line) => (joined.has(line) ? (joined.get(line) ?? []) : [line]));
  return lines.length === 0 ? [] : [{ lines, box: boxAround(lines) }];
}
