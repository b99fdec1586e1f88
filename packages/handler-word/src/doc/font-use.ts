import { addParagraphFonts, type FontUse, isCodeFont, type ParagraphFonts } from "../page/code-font.ts";
import type { WordDocument } from "./word-document.ts";
import { type WordRun, wordRuns } from "./word-runs.ts";

/** The ends of paragraphs, cells and sections ([MS-DOC], 2.4.1), and the line break. */
const paragraphEnds: ReadonlySet<string> = new Set("\r\u0007\u000c");
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
    open = addRun(use, open, { text: run.text, isMonospaced: isInMonospacedFont(document, run) });
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

function isInMonospacedFont({ monospacedFonts }: WordDocument, { properties }: WordRun): boolean {
  return monospacedFonts[properties.font ?? -1] === true;
}

interface Text {
  readonly text: string;
  readonly isMonospaced: boolean;
}

/** Adds a run, which may end paragraphs. Returns the paragraph that is open then. */
function addRun(use: FontUse, paragraph: OpenParagraph, { text, isMonospaced }: Text): OpenParagraph {
  let open = paragraph;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character !== lineBreak && !paragraphEnds.has(character)) continue;
    addText(open, { text: text.slice(from, at), isMonospaced });
    from = at + 1;
    if (character === lineBreak) open.line = 0;
    else {
      addParagraphFonts(use, open);
      open = emptyParagraph();
    }
  }
  addText(open, { text: text.slice(from), isMonospaced });
  return open;
}

function addText(open: OpenParagraph, { text, isMonospaced }: Text): void {
  open.characters += text.length;
  if (isMonospaced || text.trim() === "") open.monospaced += text.length;
  open.line += text.length;
  open.longestLine = Math.max(open.longestLine, open.line);
}
