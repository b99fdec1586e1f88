import type { LineTag, PageContent, Rule, TextLine, TextStyle } from "../../src/model/page-content.ts";

/** The style of words on a test page. */
export interface Look {
  readonly isBold?: boolean;
  readonly isMonospaced?: boolean;
  readonly font?: string;
  readonly direction?: TextLine["direction"];
  readonly tag?: LineTag;
  readonly hidden?: "invisible";
  readonly link?: string;
  /** True if the position is that of the end of the words. */
  readonly isRight?: boolean;
}

/** The width of every character on a test page. */
export const characterPt = 5;

/** Words in 10-point type with their top at `y`. */
export function words(at: readonly [x: number, y: number], text: string, look: Look = {}): TextLine {
  const [x, y] = at;
  const width = text.length * characterPt;
  const x0 = look.isRight === true ? x - width : x;
  const box = { x0, y0: y, x1: x0 + width, y1: y + 10 };
  const { isBold = false, isMonospaced = false, font = "Body", direction = "ltr" } = look;
  const style = { font, sizePt: 10, isBold, isItalic: false, isMonospaced };
  const run = {
    text,
    box,
    style,
    ...(look.hidden === undefined ? {} : { hidden: look.hidden }),
    ...(look.link === undefined ? {} : { link: look.link }),
  };
  return { runs: [run], box, direction, ...(look.tag === undefined ? {} : { tag: look.tag }) };
}

/** Rows of words in columns starting at `xs`, 14 points apart from `y` on; empty texts are omitted. */
export function rowsAt(y: number, xs: readonly number[], rows: readonly (readonly string[])[]): readonly TextLine[] {
  return rows.flatMap((row, index) =>
    row.flatMap((text, column) => (text === "" ? [] : [words([xs[column] ?? 0, y + 14 * index], text)])),
  );
}

/** The same lines in another style, with the same boxes. */
export function styled(lines: readonly TextLine[], style: Partial<TextStyle>): readonly TextLine[] {
  return lines.map((line) => ({
    ...line,
    runs: line.runs.map((run) => ({ ...run, style: { ...run.style, ...style } })),
  }));
}

/** A page of these lines. */
export function pageOf(...lines: readonly TextLine[]): PageContent {
  const blocks = lines.map((line) => ({ lines: [line], box: line.box }));
  return { widthPt: 600, heightPt: 800, blocks, images: [] };
}

/** A horizontal rule. */
export function flat(y: number, x0: number, x1: number): Rule {
  return { box: { x0, y0: y, x1, y1: y }, orientation: "horizontal" };
}

/** A vertical rule. */
export function upright(x: number, y0: number, y1: number): Rule {
  return { box: { x0: x, y0, x1: x, y1 }, orientation: "vertical" };
}

/** A line that is slanted or curved. */
export function slanted(...edges: readonly [x0: number, y0: number, x1: number, y1: number]): Rule {
  const [x0, y0, x1, y1] = edges;
  return { box: { x0, y0, x1, y1 }, orientation: "slanted" };
}

/** All rules of a grid. */
export function gridOf(xs: readonly number[], ys: readonly number[]): readonly Rule[] {
  const [left = 0, top = 0] = [xs[0], ys[0]];
  const [right = 0, bottom = 0] = [xs.at(-1), ys.at(-1)];
  return [...ys.map((y) => flat(y, left, right)), ...xs.map((x) => upright(x, top, bottom))];
}

/** The edges of a box, like those of a shaded area. */
export function box(...edges: readonly [x0: number, y0: number, x1: number, y1: number]): readonly Rule[] {
  const [x0, y0, x1, y1] = edges;
  return gridOf([x0, x1], [y0, y1]);
}

/** A short line, such as those at the axes of a chart. */
export function tick(...edges: readonly [x0: number, y0: number, x1: number, y1: number]): Rule {
  return { ...slanted(...edges), orientation: "tick" };
}
