import { ScaledWidths } from "../../../model/scaled-widths.ts";
import type { Painted } from "../base/painted.ts";
import { paperColour, patternColour, unknownColour, type Frame } from "./frame.ts";
import type { HiddenScan } from "./hidden-scan.ts";
import { NotQuick } from "../base/not-quick.ts";
import { PathVectors } from "./path-vectors.ts";
import type { Path } from "./path.ts";
import type { QuickPicture, QuickTags } from "../base/quick-resources.ts";
import type { TextPen } from "./text-pen.ts";

/** Pictures that are more transparent are left out by the engine. */
const minSeenAlpha = 0.5;

/** What a painter works with. */
export interface PainterParts {
  readonly painted: Painted;
  readonly tags: QuickTags;
  readonly pen: TextPen;
  readonly path: Path;
  readonly hidden: HiddenScan;
}

/** Paints what is no text: paths, pictures and shadings. No text may be pending. */
export class Painter {
  /** The widths of strokes, as content gives them, that are drawn thinner than that. */
  readonly scaledWidths: ScaledWidths = new ScaledWidths();
  private readonly parts: PainterParts;
  private readonly vectors: PathVectors;
  private areColoursKnown = true;
  /** Runs of text before the last vector. */
  private runsBeforeVector = 0;

  constructor(parts: PainterParts) {
    this.parts = parts;
    this.vectors = new PathVectors(parts.painted);
  }

  /** Whether all vectors were told of as the engine does, their colours included. */
  get areVectorsKnown(): boolean {
    return this.areColoursKnown && !this.vectors.mayBeJoined;
  }

  /** Paints the path, and begins a new one. */
  paintPath(frame: Frame, isFilled: boolean, isStroked: boolean): void {
    const { tags, path, hidden } = this.parts;
    tags.settle();
    if (isFilled) this.tellVectors(frame, frame.fillColour, { isStroked: false, widening: 0 });
    if (isStroked) this.strokePath(frame);
    if (hidden.willClip) frame.cutTo(path.boundsIn(frame.matrix));
    hidden.endPath(frame, isFilled, () => path.box(frame.plain));
    path.clear();
  }

  private strokePath(frame: Frame): void {
    this.scaledWidths.add(frame.lineWidth, frame.matrix);
    this.tellVectors(frame, frame.strokeColour, { isStroked: true, widening: frame.lineWidth / 2 });
  }

  private tellVectors(
    frame: Frame,
    colour: number,
    paint: { readonly isStroked: boolean; readonly widening: number },
  ): void {
    const { pen, path } = this.parts;
    mustBePlain(frame, colour === patternColour);
    if (pen.runs !== this.runsBeforeVector) this.vectors.interrupt();
    this.runsBeforeVector = pen.runs;
    this.vectors.tell(path, frame.matrix, { ...paint, isPaper: this.isPaper(colour), seen: frame.seen });
  }

  private isPaper(colour: number): boolean {
    if (colour === unknownColour) this.areColoursKnown = false;
    return colour === paperColour;
  }

  /** A picture in the unit square. The engine leaves out what is more transparent than half. */
  paintPicture(frame: Frame, kind: QuickPicture): void {
    const { painted, tags, hidden } = this.parts;
    tags.settle();
    mustBePlain(frame, kind === "stencil" && frame.fillColour === patternColour);
    this.vectors.interrupt();
    const { a, b, c, d, e, f } = frame.matrix;
    if (frame.fillAlpha >= minSeenAlpha) painted.image([a, b, c, d, e, f]);
    if (kind === "picture") hidden.paintPicture(frame);
  }

  /** A shading, of which the engine makes a picture that is as large as what is seen, in whole points. */
  paintShading(frame: Frame): void {
    const { fillAlpha, seen } = frame;
    this.parts.tags.settle();
    mustBePlain(frame, false);
    this.vectors.interrupt();
    const [x0, y0] = [Math.floor(seen.x0), Math.floor(seen.y0)];
    const [width, height] = [Math.ceil(seen.x1) - x0, Math.ceil(seen.y1) - y0];
    if (!(seen.x0 <= seen.x1 && seen.y0 <= seen.y1 && width > 0 && height > 0)) throw new NotQuick("shading");
    if (fillAlpha >= minSeenAlpha) this.parts.painted.image([width, 0, 0, height, x0, y0]);
  }
}

/** Patterns and soft masks paint content of their own. Throws `NotQuick` for them. */
export function mustBePlain(frame: Frame, isPattern: boolean): void {
  if (isPattern) throw new NotQuick("pattern");
  if (frame.hasSoftMask) throw new NotQuick("soft mask");
}
