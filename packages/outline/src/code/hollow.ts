/** A declaration without what is in its braces. */
export interface Hollowed {
  /** Every character that stays keeps its place. */
  readonly text: string;
  /** Where the inside begins. */
  readonly from: number;
}

/**
 * Makes the inside of a declaration blank, so that a fault in there does not hide it: what stands between the first line
 * that ends in a brace and the last one that begins with one, which the end of the text may be missing. Undefined where
 * nothing is open.
 */
export function hollow(text: string): Hollowed | undefined {
  const start = /\{[ \t]*\r?$/m.exec(text);
  if (start === null) return undefined;
  const from = start.index + 1;
  const last = text.lastIndexOf("\n}");
  const end = last < from ? text.length : last;
  const inside = text.slice(from, end).replace(/[^\r\n]/g, " ");
  return { text: text.slice(0, from) + inside + (last < from ? "\n}" : text.slice(end)), from };
}
