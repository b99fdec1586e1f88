import type { RecognisedLine, RecognisedWord } from "@reader/core/handler";
import { confidenceOf } from "./confidence-of.ts";
import type { Block } from "./layout/block.ts";

/** What Tesseract gives as JSON, as far as it is used. */
interface TesseractPage {
  readonly blocks: readonly { readonly paragraphs: readonly { readonly lines: readonly TesseractLine[] }[] }[] | null;
}

interface TesseractLine extends RecognisedBox {
  readonly words: readonly (RecognisedBox & { readonly text: string })[];
}

interface RecognisedBox {
  readonly bbox: RecognisedWord["box"];
  readonly confidence: number;
}

/** The blocks of a page in the engine's order, without lines that hold nothing. */
export function blocksOf(json: string): readonly Block[] {
  const { blocks } = JSON.parse(json) as TesseractPage;
  const sound = (blocks ?? []).map(({ paragraphs }) =>
    paragraphs.flatMap(({ lines }) => {
      const held = lines.map(lineOf).filter(({ words }) => words.length > 0);
      return held.map((line, index) => (index === 0 ? { ...line, startsParagraph: true } : line));
    }),
  );
  return sound.filter((block) => block.length > 0);
}

/** Whether lines run from left to right: what is long is broader than it is tall. */
export function standsUpright(lines: readonly RecognisedLine[]): boolean {
  const long = lines.filter(({ text }) => text.length >= 6);
  const tall = long.filter(({ box }) => box.y1 - box.y0 > box.x1 - box.x0);
  return tall.length * 2 <= long.length;
}

function lineOf(line: TesseractLine): RecognisedLine {
  const words = line.words
    .map(({ text, confidence, bbox }) => ({ text: text.trim(), confidence: Math.round(confidence), box: boxOf(bbox) }))
    .filter(({ text }) => text !== "");
  const text = words.map((word) => word.text).join(" ");
  return { text, box: boxOf(line.bbox), words, confidence: confidenceOf([{ words }]) };
}

function boxOf({ x0, y0, x1, y1 }: RecognisedWord["box"]): RecognisedWord["box"] {
  return { x0, y0, x1, y1 };
}
