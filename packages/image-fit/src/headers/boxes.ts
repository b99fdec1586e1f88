import { tagAt } from "./measured-image.ts";

/** A box of an ISO base media file (ISO/IEC 14496-12, 4.2), with its head of eight bytes or more. */
export interface Box {
  readonly tag: string;
  readonly start: number;
  readonly end: number;
}

/** A stretch of bytes that is made of boxes. */
export type BoxRange = Pick<Box, "start" | "end">;

/** The boxes of a stretch of bytes, one after the other; one that is cut off ends where the stretch ends. */
export function* boxesIn(view: DataView, { start, end }: BoxRange): Generator<Box> {
  for (let at = start; at + 8 <= end;) {
    const next = Math.min(end, at + boxBytes(view, at, end));
    yield { tag: tagAt(view, at + 4), start: at, end: next };
    at = next;
  }
}

/** A length of 0 runs to the end of what it is in, 1 has the length in the eight bytes after the tag. */
function boxBytes(view: DataView, at: number, end: number): number {
  const length = view.getUint32(at);
  if (length === 0) return end - at;
  if (length === 1) return at + 16 <= end ? Math.max(16, Number(view.getBigUint64(at + 8))) : end - at;
  return Math.max(8, length);
}
