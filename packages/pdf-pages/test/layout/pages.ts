import type { FlowLine } from "../../src/layout/flow.ts";
import type { Paragraph } from "../../src/layout/paragraphs/paragraphs.ts";
import type { Box, LineTag, PageContent, TextBlock, TextLine, TextStyle } from "../../src/model/page-content.ts";

/** The style and position of a line; the default is 10-point text at the left. */
export interface LineLook {
  readonly x?: number;
  readonly y: number;
  readonly sizePt?: number;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly isMonospaced?: boolean;
  readonly font?: string;
  readonly direction?: TextLine["direction"];
  readonly widthPt?: number;
  readonly tag?: LineTag;
}

/** A line of one run. Each character is half a font size wide. */
export function line(text: string, look: LineLook): TextLine {
  const sizePt = look.sizePt ?? 10;
  const x0 = look.x ?? 72;
  const box = { x0, y0: look.y, x1: x0 + (look.widthPt ?? text.length * sizePt * 0.5), y1: look.y + sizePt * 1.2 };
  const run = { text, box, style: styleOf(look) };
  const tag = look.tag === undefined ? {} : { tag: look.tag };
  return { runs: [run], box, direction: look.direction ?? "ltr", ...tag };
}

function styleOf(look: LineLook): TextStyle {
  return {
    font: look.font ?? "Times",
    sizePt: look.sizePt ?? 10,
    isBold: look.isBold ?? false,
    isItalic: look.isItalic ?? false,
    isMonospaced: look.isMonospaced ?? false,
  };
}

/** A block of lines. */
export function block(...lines: readonly TextLine[]): TextBlock {
  return { lines, box: around(lines.map((one) => one.box)) };
}

/** A page of blocks on letter paper. */
export function page(...blocks: readonly TextBlock[]): PageContent {
  return { widthPt: 612, heightPt: 792, blocks, images: [], hasVectors: false };
}

/** Lines below each other, 12 points apart, as one block. */
export function column(texts: readonly string[], look: LineLook): TextBlock {
  return block(...texts.map((text, index) => line(text, { ...look, y: look.y + index * (look.sizePt ?? 10) * 1.2 })));
}

/** The tag of a paragraph or another role. */
export function tag(role: string, element: number, more: Partial<LineTag> = {}): LineTag {
  return { role, element, listDepth: 0, ...more };
}

function around(boxes: readonly Box[]): Box {
  return {
    x0: Math.min(...boxes.map((box) => box.x0)),
    y0: Math.min(...boxes.map((box) => box.y0)),
    x1: Math.max(...boxes.map((box) => box.x1)),
    y1: Math.max(...boxes.map((box) => box.y1)),
  };
}

/** A line in reading order; the default is 10-point text at the left. */
export function flow(text: string, look: Partial<FlowLine> = {}): FlowLine {
  const box = { x0: 72, y0: 100, x1: 72 + text.length * 5, y1: 112 };
  const plain = {
    isBold: false,
    isItalic: false,
    isMonospaced: false,
    isRightToLeft: false,
    isVertical: false,
    isSpread: false,
  };
  return { kind: "line", text, code: [], box, sizePt: 10, font: "Times", ...plain, block: 0, tag: undefined, ...look };
}

/** A paragraph of lines. */
export function paragraph(...lines: readonly FlowLine[]): Paragraph {
  return { kind: "paragraph", lines, isClose: false };
}
