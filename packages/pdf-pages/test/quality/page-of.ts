import type { Box, PageContent, TextBlock } from "../../src/model/page-content.ts";

/** The parts of a test page other than its text. */
export interface PageFacts {
  readonly images?: readonly Box[];
  readonly font?: string;
}

/** An A4 page with this text, one line per line. */
export function pageOf(text: string, { images = [], font = "Times" }: PageFacts = {}): PageContent {
  const blocks = text === "" ? [] : [blockOf(text, font)];
  return { widthPt: 600, heightPt: 800, blocks, images };
}

/** One page with the text of several. */
export function joined(...pages: readonly PageContent[]): PageContent {
  return {
    widthPt: 600,
    heightPt: 800,
    blocks: pages.flatMap(({ blocks }) => blocks),
    images: pages.flatMap(({ images }) => images),
  };
}

/** An image of the whole page. */
export const wholePage: Box = { x0: 0, y0: 0, x1: 600, y1: 800 };

function blockOf(text: string, font: string): TextBlock {
  const style = { font, sizePt: 10, isBold: false, isItalic: false, isMonospaced: false };
  const lines = text.split("\n").map((line, index) => {
    const box = { x0: 50, y0: 50 + index * 12, x1: 550, y1: 60 + index * 12 };
    return { box, direction: "ltr" as const, runs: [{ text: line, box, style }] };
  });
  return { box: { x0: 50, y0: 50, x1: 550, y1: 750 }, lines };
}
