import { ScaledWidths } from "../../painting/page-vectors.ts";
import { UnsupportedContent } from "../base/unsupported-content.ts";
import type { Painted } from "../base/painted.ts";
import type { ImageKind, TagFollower } from "../base/page-resources.ts";
import { type Frame, paperColour, patternColour, unknownColour } from "./frame.ts";
import type { HiddenTextScan } from "./hidden-text-scan.ts";
import { Bounds, Matrix } from "./matrix.ts";
import type { Path, PathVisitor } from "./path.ts";
import type { TextPen } from "./text-pen.ts";

/** The engine omits images that are more transparent. */
const minSeenAlpha = 0.5;

/** What a painter works with. */
interface PainterParts {
  readonly painted: Painted;
  readonly tags: TagFollower;
  readonly pen: TextPen;
  readonly path: Path;
  readonly hidden: HiddenTextScan;
}

/** Paints everything but text: paths, images and shadings. No text may be pending. */
export class Painter {
  /** The widths of strokes that are drawn thinner than written. */
  readonly scaledWidths: ScaledWidths = new ScaledWidths();
  private readonly parts: PainterParts;
  private readonly vectors: PathVectors;
  private areColoursKnown = true;
  /** Number of text runs before the last vector. */
  private runsBeforeVector = 0;

  constructor(parts: PainterParts) {
    this.parts = parts;
    this.vectors = new PathVectors(parts.painted);
  }

  /** True if all vectors were reported as the engine reports them, including their colours. */
  get areVectorsKnown(): boolean {
    return this.areColoursKnown && !this.vectors.mayBeJoined;
  }

  /** Paints the path and begins a new one. */
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
    this.vectors.report(path, frame.matrix, { ...paint, isPaper: this.isPaper(colour), seen: frame.seen });
  }

  private isPaper(colour: number): boolean {
    if (colour === unknownColour) this.areColoursKnown = false;
    return colour === paperColour;
  }

  /** Paints an image into the unit square. The engine omits images that are more than half transparent. */
  paintImage(frame: Frame, kind: ImageKind): void {
    const { painted, tags, hidden } = this.parts;
    tags.settle();
    mustBePlain(frame, kind === "stencil" && frame.fillColour === patternColour);
    this.vectors.interrupt();
    const { a, b, c, d, e, f } = frame.matrix;
    if (frame.fillAlpha >= minSeenAlpha) painted.image([a, b, c, d, e, f]);
    if (kind === "opaque") hidden.paintImage(frame);
  }

  /** Paints a shading, which the engine turns into an image of the visible area in whole points. */
  paintShading(frame: Frame): void {
    const { fillAlpha, seen } = frame;
    this.parts.tags.settle();
    mustBePlain(frame, false);
    this.vectors.interrupt();
    const [x0, y0] = [Math.floor(seen.x0), Math.floor(seen.y0)];
    const [width, height] = [Math.ceil(seen.x1) - x0, Math.ceil(seen.y1) - y0];
    if (!(seen.x0 <= seen.x1 && seen.y0 <= seen.y1 && width > 0 && height > 0)) throw new UnsupportedContent("shading");
    if (fillAlpha >= minSeenAlpha) this.parts.painted.image([width, 0, 0, height, x0, y0]);
  }
}

/** Throws `UnsupportedContent` for patterns and soft masks, which paint their own content. */
export function mustBePlain(frame: Frame, isPattern: boolean): void {
  if (isPattern) throw new UnsupportedContent("pattern");
  if (frame.hasSoftMask) throw new UnsupportedContent("soft mask");
}

/** The engine treats points that are closer as one, in points of the page. */
const tolerance = 0.00001;

/**
 * The engine merges a rectangle with the previous one if no side exceeds 2 points and it continues its row or column.
 */
const maxDot = 2.01;

/** How a path is painted. */
interface PathPaint {
  readonly isStroked: boolean;
  readonly isPaper: boolean;
  /** By how much the engine widens boxes, in points. */
  readonly widening: number;
  /** The visible area, at which vectors are clipped. */
  readonly seen: Bounds;
}

/**
 * Reports a painted path as the engine's structured text does: each subpath that is an upright rectangle or line
 * separately, and one box around all others except an unclosed last one.
 */
class PathVectors implements PathVisitor {
  /**
   * True if there was a vector that the engine may have merged with the previous one, as it does with dots of borders.
   */
  mayBeJoined = false;
  private isAfterVector = false;
  private readonly painted: Painted;
  private matrix: Matrix = new Matrix();
  /** Number of corners of a possible rectangle; -1 if the path is not a rectangle. */
  private count = 0;
  private readonly cornersX: Float32Array = new Float32Array(5);
  private readonly cornersY: Float32Array = new Float32Array(5);
  private readonly part: Bounds = new Bounds();
  private readonly others: Bounds = new Bounds();
  /** The same before clipping: the engine reports what is clipped away, without a place. */
  private readonly unclipped: Bounds = new Bounds();
  private hasOthers = false;
  private readonly rectangle: Bounds = new Bounds();
  private hasRectangle = false;
  private readonly sent: Bounds = new Bounds();
  private paint: PathPaint = { isStroked: false, isPaper: false, widening: 0, seen: new Bounds() };

  constructor(painted: Painted) {
    this.painted = painted;
  }

  /** Called when something else was painted, which prevents merging. */
  interrupt(): void {
    this.isAfterVector = false;
  }

  /** Reports a path under a matrix to `painted`. */
  report(path: Path, matrix: Matrix, paint: PathPaint): void {
    this.matrix = matrix;
    this.paint = paint;
    this.count = 0;
    this.part.clear();
    this.others.clear();
    this.unclipped.clear();
    this.hasOthers = false;
    this.rectangle.clear();
    this.hasRectangle = false;
    path.visit(this);
    // A single last point paints nothing.
    if (this.count !== 1) this.endPart();
    if (this.hasRectangle) this.send(this.rectangle, true);
    if (this.hasOthers && this.paints(this.unclipped)) this.send(this.others, false);
  }

  move(x: number, y: number): void {
    this.endPart();
    this.part.clear();
    const deviceX = this.deviceX(x, y);
    const deviceY = this.deviceY(x, y);
    this.part.include(deviceX, deviceY);
    this.cornersX[0] = deviceX;
    this.cornersY[0] = deviceY;
    this.count = 1;
  }

  line(x: number, y: number): void {
    const deviceX = this.deviceX(x, y);
    const deviceY = this.deviceY(x, y);
    this.part.include(deviceX, deviceY);
    if (this.count < 0 || this.isCorner(this.count - 1, deviceX, deviceY)) return;
    this.addCorner(deviceX, deviceY);
  }

  private addCorner(deviceX: number, deviceY: number): void {
    // A side in two collinear segments is one side.
    const isLevel = goesOn(this.cornersY, this.count, deviceY) === 0 && goesOn(this.cornersX, this.count, deviceX) > 0;
    const isPlumb = goesOn(this.cornersX, this.count, deviceX) === 0 && goesOn(this.cornersY, this.count, deviceY) > 0;
    if (isLevel || isPlumb) this.count--;
    const { count } = this;
    if (count < 4 || (count === 4 && this.isCorner(0, deviceX, deviceY))) {
      this.cornersX[count] = deviceX;
      this.cornersY[count] = deviceY;
      this.count++;
    } else this.count = -1;
  }

  curve(points: Float32Array, index: number): void {
    for (let at = index; at < index + 6; at += 2) {
      const x = points[at] ?? 0;
      const y = points[at + 1] ?? 0;
      this.part.include(this.deviceX(x, y), this.deviceY(x, y));
    }
    this.count = -1;
  }

  close(): void {
    this.endPart();
    this.count = 0;
  }

  private deviceX(x: number, y: number): number {
    return this.matrix.xOf(x, y);
  }

  private deviceY(x: number, y: number): number {
    return this.matrix.yOf(x, y);
  }

  private isCorner(index: number, x: number, y: number): boolean {
    return isNear(this.cornersX[index] ?? 0, x) && isNear(this.cornersY[index] ?? 0, y);
  }

  private endPart(): void {
    if (this.count === 0) return;
    if (this.isUpright()) {
      // A point or a line of several segments is not upright: it widens the box around the others.
      if (!this.paints(this.part)) return;
      if (this.hasRectangle) this.send(this.rectangle, true);
      this.hasRectangle = true;
      this.rectangle.clear();
      this.rectangle.unite(this.part);
    } else {
      this.hasOthers = true;
      this.unclipped.unite(this.part);
      this.part.cut(this.paint.seen);
      this.others.unite(this.part);
    }
  }

  /** False for a filled line. */
  private paints(bounds: Bounds): boolean {
    return this.paint.isStroked || !bounds.isFlat();
  }

  /** True if a subpath is an upright rectangle or line. */
  private isUpright(): boolean {
    if (this.count === 3 && this.isLevel(0, 2) && this.isPlumb(0, 2)) this.count = 2;
    if (this.count === 2) return this.isPlumb(0, 1) || this.isLevel(0, 1);
    return this.count >= 4 && (this.isRectangle(1, 3) || this.isRectangle(3, 1));
  }

  /** True if the second corner, or the last one, is above or below the first. */
  private isRectangle(above: number, beside: number): boolean {
    const isUpright = this.isPlumb(0, above) && this.isPlumb(2, beside);
    return isUpright && this.isLevel(0, beside) && this.isLevel(above, 2);
  }

  private isPlumb(one: number, other: number): boolean {
    return isNear(this.cornersX[one] ?? 0, this.cornersX[other] ?? 0);
  }

  private isLevel(one: number, other: number): boolean {
    return isNear(this.cornersY[one] ?? 0, this.cornersY[other] ?? 0);
  }

  private send(bounds: Bounds, isRectangle: boolean): void {
    const { sent, paint } = this;
    const { isStroked, isPaper } = paint;
    sent.become(bounds);
    sent.widen(paint.widening);
    sent.cut(paint.seen);
    const { x0, y0, x1, y1 } = sent;
    const isClippedAway = bounds.isEmpty() || sent.isEmpty() || (!isRectangle && !this.paints(bounds));
    if (!isClippedAway) this.lookForDots(x1 - x0, y1 - y0);
    this.painted.vector({ x0, y0, x1, y1, isStroked, isRectangle, isPaper, isClippedAway });
  }

  private lookForDots(width: number, height: number): void {
    const isDot = width < maxDot && height < maxDot;
    if (isDot && this.isAfterVector) this.mayBeJoined = true;
    this.isAfterVector = true;
  }
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < tolerance;
}

/**
 * Compares a side with a new end in one coordinate: above 0 if it continues, 0 if it stays, below 0 if it turns back.
 */
function goesOn(corners: Float32Array, count: number, end: number): number {
  const here = corners[count - 1] ?? 0;
  const before = corners[count - 2] ?? 0;
  if (count < 2) return -1;
  return isNear(here, end) && isNear(before, end) ? 0 : (here - before) * (end - here);
}
