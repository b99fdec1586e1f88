import type { RecognisedLine, RecognisedWord } from "@reader/core/internal";
import { type Block, confidenceOf } from "../model/lines.ts";

/** The used part of Tesseract's JSON. The types of its values are not trusted. */
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

/** Returns the blocks of a page in the engine's order, without empty lines. */
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

/** True if lines run horizontally: most long lines are wider than tall. */
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

/** Normalises a box. The engine returns boxes without size for text that it cannot locate. */
function boxOf(box: RecognisedBox["bbox"]): RecognisedWord["box"] {
  const [x0, y0] = [numberOf(box?.x0), numberOf(box?.y0)];
  return { x0, y0, x1: Math.max(x0, numberOf(box?.x1)), y1: Math.max(y0, numberOf(box?.y1)) };
}

/** Returns 0 for invalid numbers, which JSON stores as `null`. */
function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
