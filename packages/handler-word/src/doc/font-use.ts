import { addParagraphFonts, type FontUse, isCodeFont, type ParagraphFonts } from "../page/code-font.ts";
import type { WordDocument } from "./word-document.ts";
import { type WordRun, wordRuns } from "./word-runs.ts";

/** The ends of paragraphs, cells and sections, and the line break. */
const ends = /([\r\u0007\u000c\u000b])/;
const lineBreak = "\u000b";

/**
 * Finds out whether the monospaced paragraphs of a range are code. Yields after each run so that the caller can yield to
 * the event loop. The characters are read again later, so they do not count here.
 */
export function* isCodeMonospaced(document: WordDocument, start: number, end: number): Generator<void, boolean> {
  if (!document.monospacedFonts.includes(true)) return false;
  const { charactersLeft } = document;
  const use: FontUse = { all: 0, monospaced: 0, long: 0 };
  let open = emptyParagraph();
  for (const run of wordRuns(document, start, end)) {
    for (const part of run.text.split(ends)) {
      if (!ends.test(part)) addText(open, part, isMonospaced(document, run));
      else if (part === lineBreak) open.line = 0;
      else {
        addParagraphFonts(use, open);
        open = emptyParagraph();
      }
    }
    yield;
  }
  addParagraphFonts(use, open);
  document.charactersLeft = charactersLeft;
  return isCodeFont(use);
}

interface OpenParagraph extends ParagraphFonts {
  line: number;
}

function emptyParagraph(): OpenParagraph {
  return { characters: 0, monospaced: 0, longestLine: 0, line: 0 };
}

function isMonospaced({ monospacedFonts }: WordDocument, { properties }: WordRun): boolean {
  return monospacedFonts[properties.font ?? -1] === true;
}

function addText(open: OpenParagraph, text: string, isMonospacedText: boolean): void {
  open.characters += text.length;
  if (isMonospacedText || text.trim() === "") open.monospaced += text.length;
  open.line += text.length;
  open.longestLine = Math.max(open.longestLine, open.line);
}
