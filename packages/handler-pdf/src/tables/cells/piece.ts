import type { StructuredText } from "mupdf";
import type { Box, PageContent, TextLine, TextRun } from "../../model/page-content.ts";
import { hasInk, isInk, singleSpaced } from "../../model/plain-text.ts";
import { withRaisedNumbers } from "../../model/raised-numbers.ts";

/** Words of one line that stand together: a cell, or one line of it. */
export interface Piece {
  readonly text: string;
  readonly box: Box;
  readonly line: TextLine;
  readonly sizePt: number;
  readonly isBold: boolean;
  readonly isMonospaced: boolean;
  readonly font: string;
}

/** Runs of one line that are further apart than this many ems stand in different cells. */
const cellGapEms = 0.8;

/** The engine keeps words of one style together unless something set them apart; then this much white is enough. */
const setApartEms = 0.18;

/** About the width of a space, which the box of a run has at its ends where its text has one. */
const spaceEms = 0.2;

/** Runs that are further apart than this many ems are different words, even where no space is between them. */
const wordGapEms = 0.15;

/**
 * The pieces of a page. Lines from top to bottom have none, and neither have lines with hidden text: whoever writes
 * the page marks that, and a cell could not.
 */
export function piecesOf(content: PageContent): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const block of content.blocks) {
    for (const line of block.lines) {
      if (isUsable(line)) addPieces(pieces, line);
    }
  }
  return pieces;
}

/** Words that run up or down, as heads of narrow columns do; only lines around their cell tell where they belong. */
export function turnedPiecesOf(content: PageContent): readonly Piece[] {
  const lines = content.blocks.flatMap((block) => block.lines.filter(({ direction }) => direction === "vertical"));
  return lines.flatMap((line) => {
    const runs = line.runs.filter((run) => hasInk(run.text));
    const isShown = runs.every((run) => run.hidden === undefined);
    return isShown && runs.length > 0 ? [pieceOf(runs, line)] : [];
  });
}

function isUsable(line: TextLine): boolean {
  return line.direction !== "vertical" && line.runs.every((run) => run.hidden === undefined);
}

function addPieces(pieces: Piece[], line: TextLine): void {
  let group: TextRun[] = [];
  for (const run of line.runs) {
    if (!hasInk(run.text)) continue;
    const before = group.at(-1);
    if (before !== undefined && areApart(before, run)) {
      pieces.push(pieceOf(group, line));
      group = [];
    }
    group.push(run);
  }
  if (group.length > 0) pieces.push(pieceOf(group, line));
}

function areApart(before: TextRun, run: TextRun): boolean {
  const gapEms = gapBetween(inkBox(before), inkBox(run)) / run.style.sizePt;
  if (gapEms > cellGapEms || gapEms < setApartEms) return gapEms > cellGapEms;
  return before.style.font === run.style.font && before.style.sizePt === run.style.sizePt;
}

/** The box of a run without the spaces at its ends. */
function inkBox({ text, box, style }: TextRun): Box {
  const space = Math.min(spaceEms * style.sizePt, (box.x1 - box.x0) / 4);
  const { x0, y0, x1, y1 } = box;
  return { x0: x0 + (isSpaceAt(text, 0) ? space : 0), y0, x1: x1 - (isSpaceAt(text, text.length - 1) ? space : 0), y1 };
}

function isSpaceAt(text: string, index: number): boolean {
  return !isInk(text.charCodeAt(index)) && /\s/u.test(text.charAt(index));
}

function pieceOf(runs: readonly TextRun[], line: TextLine): Piece {
  const [only] = runs;
  const isOne = only !== undefined && runs.length === 1;
  const longest = isOne ? only : runs.reduce((most, run) => (run.text.length > most.text.length ? run : most));
  return {
    text: joined(runs),
    box: isOne ? inkBox(only) : runs.map(inkBox).reduce(around),
    line,
    sizePt: longest.style.sizePt,
    isBold: longest.style.isBold,
    isMonospaced: longest.style.isMonospaced,
    font: longest.style.font,
  };
}

function joined(runs: readonly TextRun[]): string {
  let text = "";
  let before: TextRun | undefined;
  for (const run of withRaisedNumbers(runs)) {
    const isApart = before !== undefined && gapBetween(before.box, run.box) > wordGapEms * run.style.sizePt;
    text += (isApart ? " " : "") + (run.link === undefined ? run.text : `[${run.text.trim()}](${run.link})`);
    before = run;
  }
  return singleSpaced(text);
}

/** How much white is between two boxes of one line; negative where they overlap. */
export function gapBetween(a: Box, b: Box): number {
  return Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1);
}

/** The smallest box around two. */
export function around(a: Box, b: Box): Box {
  return {
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  };
}

/** What is left free at the end of a line for words to be spaced. */
const slackEms = 0.5;

/** Longer is writing without spaces, which breaks anywhere. */
const longestWordEms = 6;

/** Whether the first word of a line had no room at the end of the line above it, which could go up to an edge. */
export function isWrapped(above: Piece, below: Piece, edge: number): boolean {
  const word = below.text.split(" ")[0] ?? "";
  const share = ((word.length + 1) / Math.max(below.text.length, 1)) * (below.box.x1 - below.box.x0);
  const wordPt = Math.min(share, longestWordEms * below.sizePt);
  return above.box.x1 + wordPt + slackEms * below.sizePt > edge;
}

/** A sign of a line, and from where to where it goes, in points. */
export interface PlacedSign {
  readonly sign: string;
  readonly x0: number;
  readonly x1: number;
}

/** A line of a page as the engine found it, sign by sign, without the white between them. */
export interface PlacedLine {
  /** The height of its base line. */
  readonly y: number;
  readonly signs: readonly PlacedSign[];
}

/** More signs are not looked at: this is several full pages, and each is a call out of the engine. */
const maxSigns = 20_000;

class EnoughSigns extends Error {}

/** Reads the lines of a page with the place of each sign: ten times as slow as its text. */
export function placedLines(text: StructuredText): readonly PlacedLine[] {
  const lines: { y: number; signs: PlacedSign[] }[] = [];
  let count = 0;
  let isNew = true;
  try {
    text.walk({
      beginLine() {
        isNew = true;
      },
      onChar(sign, [, y], ...[font, , [x0, , x1]]) {
        // Each sign comes with an object of its own for its font.
        font.destroy();
        if ((count += 1) > maxSigns) throw new EnoughSigns();
        if (sign.trim() === "") return;
        if (isNew) lines.push({ y, signs: [] });
        isNew = false;
        lines.at(-1)?.signs.push({ sign, x0, x1 });
      },
    });
  } catch (error) {
    // The walk is a loop of its own in JavaScript, so that leaving it harms nothing.
    if (!(error instanceof EnoughSigns)) throw error;
  }
  return lines;
}
