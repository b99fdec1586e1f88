import { maxVectors, type Vector } from "../../model/page-vectors.ts";
import type { Painted } from "./base/painted.ts";
import { SpanBuilder } from "./spans/span-builder.ts";

/** Builds the text of a page and keeps what is drawn on it, as many vectors as the engine would be asked for. */
export class QuickPainting extends SpanBuilder {
  readonly vectors: Vector[] = [];

  override vector(vector?: Parameters<Painted["vector"]>[0]): void {
    super.vector();
    if (vector === undefined || this.vectors.length >= maxVectors) return;
    const { x0, y0, x1, y1, isStroked, isRectangle, isPaper, isClippedAway } = vector;
    if (isClippedAway) return;
    this.vectors.push({ box: { x0, y0, x1, y1 }, isStroked, isRectangle, isPaper });
  }
}
