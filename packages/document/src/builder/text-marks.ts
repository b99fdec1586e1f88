/** A kind of marked text for which Markdown has no syntax. */
export type TextMark = "insertion" | "deletion" | "hidden";

/** The opening and closing strings of each mark. Changes use CriticMarkup. */
export const textMarks: Readonly<Record<TextMark, readonly [open: string, close: string]>> = {
  insertion: ["{++", "++}"],
  deletion: ["{--", "--}"],
  hidden: ["[hidden: ", "]"],
};

/**
 * Strings that end a change. A brace at the start of a piece may complete a mark with the last character of the
 * previous piece.
 */
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
