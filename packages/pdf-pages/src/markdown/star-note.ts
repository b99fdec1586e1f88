import type { PagePart, Paragraph } from "../layout/paragraphs/paragraphs.ts";

/** A word with the star of a note, which may be apart from it at the end of a line or cell. */
const starredWord = /[\p{L}\p{N})\]”"']\*(?=[\s.,;:!?)]|$)|[\p{L}\p{N})\]”"'] \*$/u;

/** Returns the paragraph that begins with a star if it is the only one on the page and a word before it has the star. */
export function starNote(parts: readonly PagePart[]): Paragraph | undefined {
  const notes = parts.filter(beginsWithStar);
  const [note] = notes;
  if (note === undefined || notes.length > 1) return undefined;
  return parts.slice(0, parts.indexOf(note)).some(isStarred) ? note : undefined;
}

function beginsWithStar(part: PagePart): part is Paragraph {
  return part.kind === "paragraph" && part.lines[0]?.text.startsWith("* ") === true;
}

function isStarred(part: PagePart): boolean {
  if (part.kind === "table") return part.table.rows.some((row) => row.some(isStarredText));
  return part.lines.some(({ text, isMonospaced }) => !isMonospaced && isStarredText(text));
}

function isStarredText(text: string): boolean {
  return text.includes("*") && starredWord.test(text.trim());
}
