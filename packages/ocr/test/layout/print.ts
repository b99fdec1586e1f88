import type { RecognisedLine } from "@reader/core/internal";

/** The position of print: left edge and top, in pixels. */
export type At = readonly [x: number, y: number];

const lineHeight = 20;
const fixedWidth = 10;

/** How wide a word is in a face in which an m is broader than an i. */
function proportionalWidth(word: string): number {
  const count = (characters: RegExp): number => word.match(characters)?.length ?? 0;
  return word.length * 11 - count(/[iljt.,:]/g) * 6 + count(/[mw]/gi) * 5;
}

/** A line as an engine recognises it. Spaces are as wide as characters. */
function lineAt(text: string, [x0, y0]: At, widthOf: (word: string) => number): RecognisedLine {
  let x = x0;
  const words = text.split(/( +)/).flatMap((piece) => {
    const left = x;
    x += piece.trim() === "" ? piece.length * fixedWidth : widthOf(piece);
    const box = { x0: left, y0, x1: x, y1: y0 + lineHeight };
    return piece.trim() === "" ? [] : [{ text: piece, confidence: 90, box }];
  });
  const box = { x0: words[0]?.box.x0 ?? x0, y0, x1: x, y1: y0 + lineHeight };
  return { text: words.map((word) => word.text).join(" "), confidence: 90, box, words };
}

/** Lines below each other, in type of which each character is 10 pixels wide. */
export function typed(texts: readonly string[], [x, y]: At): readonly RecognisedLine[] {
  return texts.map((text, index) => lineAt(text, [x, y + index * 30], (word) => word.length * fixedWidth));
}

/** The same in proportional type. */
export function printed(texts: readonly string[], [x, y]: At): readonly RecognisedLine[] {
  return texts.map((text, index) => lineAt(text, [x, y + index * 30], proportionalWidth));
}
