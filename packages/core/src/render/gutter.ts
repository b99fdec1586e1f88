/**
 * How lines are numbered: `compact` `12⇥text`, `cat-n` `    12⇥text`, `pipe` `12 | text`, `bar` `12|text`, `none`.
 * `compact` costs the fewest tokens. Every gutter but `none` also keeps content from being mistaken for what the
 * reader says about it, because only lines of content start with a number; `none` gives that protection up.
 */
export type Gutter = "compact" | "cat-n" | "pipe" | "bar" | "none";

/** The gutter in force where nobody chooses one. */
export const defaultGutter: Gutter = "compact";

/** The gutters by name, for callers who offer a choice. */
export const gutters: readonly Gutter[] = ["compact", "cat-n", "pipe", "bar", "none"];

/** What stands between a number and the text, and for a line that matches a search; as `grep -n` tells them apart. */
interface GutterShape {
  readonly width: number;
  readonly separator: string;
  /** As long as `separator`, so that a match costs what its context does. */
  readonly matchSeparator: string;
  /** Tokens besides those of the digits, as o200k counts them; a tab or space is often one with the word after it. */
  readonly tokens: number;
}

const shapes: Readonly<Record<Exclude<Gutter, "none">, GutterShape>> = {
  compact: { width: 0, separator: "\t", matchSeparator: ":", tokens: 0.7 },
  "cat-n": { width: 6, separator: "\t", matchSeparator: ":", tokens: 0.7 },
  pipe: { width: 0, separator: " | ", matchSeparator: " : ", tokens: 1.5 },
  bar: { width: 0, separator: "|", matchSeparator: ":", tokens: 1 },
};

/** What a gutter puts before and behind a number. */
export function gutterShape(
  gutter: Exclude<Gutter, "none">,
): Pick<GutterShape, "width" | "separator" | "matchSeparator"> {
  return shapes[gutter];
}

/** What stands before a line; `kind` is `match` for a line that matches a search, among lines of its context. */
export function gutterOf(gutter: Gutter, lineNumber: number, kind: "line" | "match" = "line"): string {
  if (gutter === "none") return "";
  const { width, separator, matchSeparator } = shapes[gutter];
  return String(lineNumber).padStart(width) + (kind === "match" ? matchSeparator : separator);
}

/** What the gutters of consecutive lines cost: bytes of UTF-8, and tokens of o200k, nearly. */
export interface GutterCost {
  readonly bytes: number;
  readonly tokens: number;
}

/**
 * The cost of numbering `lineCount` lines from `firstLine` on, which is negative where lines count from the end.
 * Takes as long as the numbers have digits, however many lines there are.
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
