/**
 * The format of line numbers: `compact` `12⇥text`, `cat-n` `    12⇥text`, `pipe` `12 | text`, `bar` `12|text`, `none`.
 * `compact` costs the fewest tokens. With every gutter except `none`, content cannot be mistaken for the reader's own
 * notes, because only lines of content start with a number.
 */
export type Gutter = "compact" | "cat-n" | "pipe" | "bar" | "none";

/** The default gutter. */
export const defaultGutter: Gutter = "compact";

/** All gutters by name, for callers that offer a choice. */
export const gutters: readonly Gutter[] = ["compact", "cat-n", "pipe", "bar", "none"];

/** The separators between a number and the text, of lines and of search matches, distinguished as by `grep -n`. */
interface GutterShape {
  readonly width: number;
  readonly separator: string;
  /** As long as `separator`, so that a match costs as much as its context. */
  readonly matchSeparator: string;
  /**
   * Tokens in addition to those of the digits, as counted by o200k. A tab or space is often one token with the
   * following word.
   */
  readonly tokens: number;
}

const shapes: Readonly<Record<Exclude<Gutter, "none">, GutterShape>> = {
  compact: { width: 0, separator: "\t", matchSeparator: ":", tokens: 0.7 },
  "cat-n": { width: 6, separator: "\t", matchSeparator: ":", tokens: 0.7 },
  pipe: { width: 0, separator: " | ", matchSeparator: " : ", tokens: 1.5 },
  bar: { width: 0, separator: "|", matchSeparator: ":", tokens: 1 },
};

/** Returns the padding before a number and the separators after it. */
export function gutterShape(
  gutter: Exclude<Gutter, "none">,
): Pick<GutterShape, "width" | "separator" | "matchSeparator"> {
  return shapes[gutter];
}

/**
 * Returns the gutter of a line. `kind` is `match` for a line that matches a search, as opposed to a line of its
 * context.
 */
export function gutterOf(gutter: Gutter, lineNumber: number, kind: "line" | "match" = "line"): string {
  if (gutter === "none") return "";
  const { width, separator, matchSeparator } = shapes[gutter];
  return String(lineNumber).padStart(width) + (kind === "match" ? matchSeparator : separator);
}

/** The cost of the gutters of consecutive lines: bytes of UTF-8, and approximate o200k tokens. */
export interface GutterCost {
  readonly bytes: number;
  readonly tokens: number;
}

/**
 * Returns the cost of numbering `lineCount` lines from `firstLine` on. `firstLine` is negative if lines count from the
 * end. The time depends on the number of digits, not on the number of lines.
 */
export function gutterCost(gutter: Gutter, firstLine: number, lineCount: number): GutterCost {
  if (gutter === "none" || lineCount <= 0) return { bytes: 0, tokens: 0 };
  const shape = shapes[gutter];
  const sign = firstLine < 0 ? 1 : 0;
  const low = sign === 0 ? firstLine : Math.max(1, 1 - firstLine - lineCount);
  const high = sign === 0 ? firstLine + lineCount - 1 : -firstLine;
  let bytes = 0;
  let tokens = 0;
  for (let digits = 1, first = 0; first <= high; digits += 1) {
    const next = 10 ** digits;
    const count = Math.min(high, next - 1) - Math.max(low, first) + 1;
    if (count > 0) {
      const padding = Math.max(0, shape.width - digits - sign);
      bytes += count * (padding + sign + digits + shape.separator.length);
      tokens += count * (Math.min(padding, 2) + sign + Math.ceil(digits / 3) + shape.tokens);
    }
    first = next;
  }
  return { bytes, tokens: Math.ceil(tokens) };
}
