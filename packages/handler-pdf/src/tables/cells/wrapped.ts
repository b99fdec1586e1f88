import type { Piece } from "./piece.ts";

/** What is left free at the end of a line for words to be spaced. */
const slackEms = 0.5;

/** Longer is writing without spaces, which breaks anywhere. */
const longestWordEms = 6;

/** Whether the first word of a line had no room at the end of the line above it, which could go up to an edge. */
export function isWrapped(above: Piece, below: Piece, edge: number): boolean {
  const word = below.text.split(" ")[0] ?? "";
  const share = ((word.length + 1) / Math.max(below.text.length, 1)) * (below.box.x1 - below.box.x0);
  const wordPt = Math.min(share, longestWordEms * below.sizePt);
  return above.box.x1 + wordPt + slackEms * below.sizePt > edge;
}
