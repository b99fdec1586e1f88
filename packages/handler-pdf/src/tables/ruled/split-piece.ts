import type { Piece } from "../cells/piece.ts";

/**
 * Widths of characters in ems, about as in most text faces. Only their ratio counts: they are scaled to the width that
 * the words really have, and decide on which side of a column's edge a word stands.
 */
const narrow = /[\s.,:;'’‘|!()[\]{}/\\ijlfrtI-]/u;
const wide = /[mwMWQ@%—…]/u;
const full = /[\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFF01-\uFF60]/u;

function widthEms(character: string): number {
  if (narrow.test(character)) return 0.3;
  if (wide.test(character)) return 0.85;
  if (full.test(character)) return 1;
  return /\p{Lu}/u.test(character) ? 0.67 : 0.52;
}

function textEms(text: string): number {
  let ems = 0;
  for (const character of text) ems += widthEms(character);
  return ems;
}

/** One piece as its words, each where it should stand by the widths of its characters. */
export function wordsOf(piece: Piece): readonly Piece[] {
  const words = piece.text.split(" ").filter((word) => word !== "");
  if (words.length < 2) return [piece];
  const isFromRight = piece.line.direction === "rtl";
  const scale = (piece.box.x1 - piece.box.x0) / Math.max(textEms(words.join(" ")), 0.01);
  const result: Piece[] = [];
  let done = 0;
  for (const word of words) {
    const width = textEms(word) * scale;
    const x0 = isFromRight ? piece.box.x1 - done - width : piece.box.x0 + done;
    result.push({ ...piece, text: word, box: { ...piece.box, x0, x1: x0 + width } });
    done += width + widthEms(" ") * scale;
  }
  return result;
}

/** How far a piece may reach over an edge and still be on one side of it. */
const overlapPt = 2;

/** Divides a piece at those edges that go through it, between words; one that no edge cuts stays as it is. */
export function splitPiece(piece: Piece, edges: readonly number[]): readonly Piece[] {
  const cutting = edges.filter((edge) => edge > piece.box.x0 + overlapPt && edge < piece.box.x1 - overlapPt);
  if (cutting.length === 0) return [piece];
  const sides = new Map<number, Piece[]>();
  for (const word of wordsOf(piece)) {
    const middle = (word.box.x0 + word.box.x1) / 2;
    const side = cutting.filter((edge) => edge < middle).length;
    const words = sides.get(side);
    if (words === undefined) sides.set(side, [word]);
    else words.push(word);
  }
  return [...sides.values()].map((words) => joinWords(piece, words));
}

function joinWords(piece: Piece, words: readonly Piece[]): Piece {
  const x0 = words.reduce((least, word) => Math.min(least, word.box.x0), Infinity);
  const x1 = words.reduce((most, word) => Math.max(most, word.box.x1), -Infinity);
  return { ...piece, text: words.map((word) => word.text).join(" "), box: { ...piece.box, x0, x1 } };
}
