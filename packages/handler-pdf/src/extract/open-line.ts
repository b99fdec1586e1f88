import type { Box, TextRun } from "../model/page-content.ts";
import type { FlatSpan } from "../model/flat-spans.ts";

/** A span as it stands in a line that is being put together. */
export interface Piece {
  readonly run: TextRun;
  readonly isVertical: boolean;
  readonly from: FlatSpan;
}

/** Wider than this, in heights of the type, and what follows is a column or a cell of its own (as the engine itself judges). */
export const widestGapEm = 0.8;

/** A line that may still go on. */
export interface OpenLine {
  readonly pieces: Piece[];
  /** Around all of the pieces; that of a single piece is the piece's own. */
  box: GrowingBox;
}

type GrowingBox = { -readonly [Side in keyof Box]: Box[Side] };

/** Adds a piece to a line. */
export function add(open: OpenLine, piece: Piece): void {
  if (open.pieces.length === 1) open.box = { ...open.box };
  open.pieces.push(piece);
  grow(open.box, piece.run.box);
}

function grow(box: GrowingBox, { x0, y0, x1, y1 }: Box): void {
  if (x0 < box.x0) box.x0 = x0;
  if (y0 < box.y0) box.y0 = y0;
  if (x1 > box.x1) box.x1 = x1;
  if (y1 > box.y1) box.y1 = y1;
}

/** The white between two boxes that stand beside each other; negative where they overlap. */
export function gapBetween(one: Box, other: Box): number {
  return Math.max(other.x0 - one.x1, one.x0 - other.x1);
}
