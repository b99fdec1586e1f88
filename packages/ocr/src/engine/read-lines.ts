import type { RecognisedLine, RecognisedWord } from "@reader/core/handler";
import { type Block, confidenceOf } from "../model/lines.ts";

/** What Tesseract gives as JSON, as far as it is used: nothing is said of the types of its values. */
interface TesseractPage {
  readonly blocks?:
    | readonly { readonly paragraphs?: readonly { readonly lines?: readonly TesseractLine[] }[] }[]
    | null;
}

interface TesseractLine extends RecognisedBox {
  readonly words?: readonly (RecognisedBox & { readonly text?: unknown })[];
}

interface RecognisedBox {
  readonly bbox?: Readonly<Record<keyof RecognisedWord["box"], unknown>>;
  readonly confidence?: unknown;
}

/** The blocks of a page in the engine's order, without lines that hold nothing. */
export function blocksOf(json: string): readonly Block[] {
  const { blocks } = JSON.parse(json) as TesseractPage;
  const sound = (blocks ?? []).map(({ paragraphs = [] }) =>
    paragraphs.flatMap(({ lines = [] }) => {
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
  const words = (line.words ?? []).map(wordOf).filter(({ text }) => text !== "");
  const text = words.map((word) => word.text).join(" ");
  return { text, box: boxOf(line.bbox), words, confidence: confidenceOf([{ words }]) };
}

function wordOf({ text, confidence, bbox }: RecognisedBox & { readonly text?: unknown }): RecognisedWord {
  const sure = Math.min(100, Math.max(0, Math.round(numberOf(confidence))));
  return { text: typeof text === "string" ? text.trim() : "", confidence: sure, box: boxOf(bbox) };
}

/** The corners of a box in their order; the engine has boxes without size for what it does not find again. */
function boxOf(box: RecognisedBox["bbox"]): RecognisedWord["box"] {
  const [x0, y0] = [numberOf(box?.x0), numberOf(box?.y0)];
  return { x0, y0, x1: Math.max(x0, numberOf(box?.x1)), y1: Math.max(y0, numberOf(box?.y1)) };
}

/** JSON has `null` for numbers that are none. */
function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
