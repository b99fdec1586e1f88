/** What the author of a document did to a text, which Markdown has no words for. */
export type TextMark = "insertion" | "deletion" | "hidden";

/** What stands before and behind a text that is marked; changes are written in CriticMarkup. */
export const textMarks: Readonly<Record<TextMark, readonly [open: string, close: string]>> = {
  insertion: ["{++", "++}"],
  deletion: ["{--", "--}"],
  hidden: ["[hidden: ", "]"],
};

/** The ends of changes; a brace at the start of a piece may follow a sign of the piece before. */
const ends = { insertion: /(^|\+)\}/g, deletion: /(^|-)\}/g };

/**
 * Escapes a piece of marked text, so that nothing in it ends the mark: hidden words that close their mark early would
 * look visible. Hidden text ends at the first `]` without a backslash that closes no bracket inside.
 */
export function withinMarks(text: string, marks: readonly TextMark[]): string {
  let kept = text;
  if (marks.includes("insertion")) kept = kept.replace(ends.insertion, String.raw`$1\}`);
  if (marks.includes("deletion")) kept = kept.replace(ends.deletion, String.raw`$1\}`);
  return marks.includes("hidden") ? kept.replace(/[[\]\\]/g, String.raw`\$&`) : kept;
}
