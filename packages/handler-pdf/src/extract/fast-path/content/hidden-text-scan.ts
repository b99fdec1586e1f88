import { type Box, type Point, touch } from "@reader/pdf-pages";
import {
  clipOf,
  cornersOf,
  createScannedPaint,
  grown,
  isOutside,
  type ScannedPaint,
  visiblePartOf,
  type Transform,
} from "../../hiding/scan-state.ts";
import type { PageForm } from "../base/page-resources.ts";
import type { Frame } from "./frame.ts";
import type { Matrix } from "./matrix.ts";
import type { TextPen } from "./text-pen.ts";

/** Maximum depth and number of forms. Beyond it the page gets the closer check, as in `mayHideText`. */
const maxDepth = 6;
const maxForms = 40;

/** Maximum number of comparisons per page. Beyond it the page gets the closer check. */
const maxComparisons = 500_000;

/** Text with a lower alpha is hardly visible. */
const minAlpha = 0.1;

/** Areas with a lower alpha show what is below, as in the closer check. */
const opaqueAlpha = 0.9;

/** Minimum side of an area in points. Thinner areas neither hide nor carry text. */
const minAreaSidePt = 3;

const unitSquare = cornersOf([0, 0, 1, 1]);

/**
 * Looks for what could hide text while content runs, with the same steps as `scanContent`. It also knows where text
 * ends, the background of nearly white text, and which images follow text.
 */
export class HiddenTextScan {
  readonly paint: ScannedPaint = createScannedPaint();
  /** True if no image may cover text shown before it. Not updated after a finding. */
  areImagesBehind = true;
  /** True if the current path will clip what follows. */
  willClip = false;
  /** The start of the current text in the space of the content. */
  startX = 0;
  startY = 0;
  private forms = 0;
  private depth = 0;
  private readonly shown: ShownText = new ShownText();
  private readonly backdrop: Backdrop = new Backdrop();
  /** True if areas may show what is below. */
  private isTransparent = false;

  /** True after a finding, so that the search can stop. */
  get isDone(): boolean {
    return this.paint.finding !== undefined;
  }

  setMode(mode: number): void {
    if (mode === 3 || mode === 7) this.paint.finding = "mode";
  }

  setAlpha(alpha: number): void {
    if (alpha < minAlpha) this.paint.finding = "mode";
  }

  /** Called when painting may blend with what is below. */
  setBlended(): void {
    this.isTransparent = true;
  }

  /** Called for a group, which is painted as a whole. */
  enterGroup({ fillAlpha }: Frame): void {
    if (fillAlpha < opaqueAlpha) this.isTransparent = true;
  }

  /** Called after text was shown on the line of the pen. */
  showText(frame: Frame, pen: TextPen): void {
    if (this.isDone) return;
    const { plain: matrix } = frame;
    const { line } = pen;
    const acrossX = line.a * matrix.a + line.b * matrix.c;
    const acrossY = line.a * matrix.b + line.b * matrix.d;
    const at = { x: matrix.xOf(line.e, line.f), y: matrix.yOf(line.e, line.f) };
    if (acrossX > 0 && Math.abs(acrossY) < 0.01 * acrossX) {
      this.paint.shown.push(at.x, at.y);
      this.addStretch(frame, pen, at);
    } else {
      this.paint.shown.push(Number.NaN, Number.NaN);
      this.shown.add(-Infinity, Infinity, Number.NaN);
    }
    if (this.isLost(frame, line)) this.paint.finding = "colour";
    if (isOutside(at, frame.clip)) this.paint.finding = "cover";
  }

  /** True if the last text may have the colour of its background. */
  private isLost(frame: Frame, line: Matrix): boolean {
    const { areas } = this.paint;
    const alike = areas.size === 0 ? undefined : areas.get(frame.fill);
    this.compare(alike?.length ?? 0);
    if (frame.isNearWhite && !this.isOnDark(frame, line)) return true;
    return alike !== undefined && this.shown.lastReaches(alike);
  }

  /** Adds a text stretch. Text that moves backwards may extend that far to both sides. */
  private addStretch({ plain: matrix, rise }: Frame, { x, y, line, back }: TextPen, lineStart: Point): void {
    const { startX, startY } = this;
    const isAtLineStart = rise === 0 && startX === line.e && startY === line.f;
    const start = isAtLineStart ? lineStart.x : matrix.xOf(startX, startY);
    const baseLine = isAtLineStart ? lineStart.y : matrix.yOf(startX + rise * line.c, startY + rise * line.d);
    const end = matrix.xOf(x, y);
    const slack = back === 0 ? 0 : back * Math.abs(matrix.a);
    if (start <= end) this.shown.add(start - slack, end + slack, baseLine);
    else this.shown.add(end - slack, start + slack, baseLine);
  }

  /** True if the last text is nearly white and its background is not. */
  private isOnDark({ plain: matrix, fontSize }: Frame, line: Matrix): boolean {
    if (this.isTransparent) return false;
    return this.backdrop.isDarkBehind(this.shown.last, fontSize * (line.c * matrix.b + line.d * matrix.d));
  }

  /** Called at the end of a path. `boxOf` returns its box, which is rarely needed. */
  endPath(frame: Frame, isFilled: boolean, boxOf: () => Box | undefined): void {
    const { willClip } = this;
    this.willClip = false;
    if (this.isDone || (!isFilled && !willClip)) return;
    const box = boxOf();
    if (isFilled && box !== undefined) this.fillArea(frame, visiblePartOf(box, frame.clip));
    if (willClip) frame.clip = clipOf(box, frame.clip);
  }

  private fillArea(frame: Frame, area: Box): void {
    if (isThin(area)) return;
    const { areas } = this.paint;
    if (this.isCovering(area)) this.paint.finding = "cover";
    const { fill } = frame;
    const alike = areas.get(fill);
    if (alike === undefined) areas.set(fill, [area]);
    else alike.push(area);
    const isDark = frame.fillSpace !== "other" && frame.shownFill.isDark;
    this.backdrop.add(area, isDark && this.isOpaque(frame));
  }

  /** Called for an opaque image painted into the unit square. */
  paintImage(frame: Frame): void {
    if (this.isDone) return;
    const area = visiblePartOf(grown(undefined, transformOf(frame.plain), unitSquare), frame.clip);
    if (isThin(area)) return;
    this.areImagesBehind &&= !this.isCovering(area);
    this.backdrop.add(area, this.isOpaque(frame));
  }

  private isOpaque({ fillAlpha }: Frame): boolean {
    return !this.isTransparent && fillAlpha >= opaqueAlpha;
  }

  private isCovering(area: Box): boolean {
    this.compare(this.shown.count);
    return this.shown.anyReaches(area);
  }

  /** Hostile pages have millions of texts and areas. */
  private compare(comparisons: number): void {
    const { paint } = this;
    paint.comparisons += comparisons + 1;
    if (paint.comparisons > maxComparisons) paint.finding ??= "cover";
  }

  /** Called for a form whose matrix is in the frame. */
  enterForm({ box }: PageForm, frame: Frame): void {
    this.depth++;
    this.forms++;
    if (this.depth > maxDepth || this.forms > maxForms) this.paint.finding ??= "cover";
    const [x0, y0, x1, y1] = box;
    const corners = cornersOf([Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0)]);
    frame.clip = visiblePartOf(grown(undefined, transformOf(frame.plain), corners), frame.clip);
  }

  leaveForm(): void {
    this.depth--;
  }
}

function transformOf({ a, b, c, d, e, f }: Matrix): Transform {
  return [a, b, c, d, e, f];
}

function isThin({ x0, y0, x1, y1 }: Box): boolean {
  return Math.min(x1 - x0, y1 - y0) < minAreaSidePt;
}

/** Maximum distance of a baseline below an area that its letters still reach into, in points. */
const belowPt = 4;

/**
 * Tolerance in points: the closer check's start of a letter on an area, plus rounding. For covered text only rounding
 * applies.
 */
const besidePt = 2.1;
const roundingPt = 0.1;

/** Room for most pages. Shared by all pages, which run one at a time. */
const sharedPlaces = new Float64Array(3 * 1000);

/** The text of a page as it was shown: its horizontal extent and height. */
class ShownText {
  /**
   * For each text its left end, its right end and its baseline in points; NaN as baseline if the text is not
   * horizontal.
   */
  private places: Float64Array = sharedPlaces;
  private end = 0;

  /** Number of texts shown. */
  get count(): number {
    return this.end / 3;
  }

  /** The text shown last. */
  get last(): TextStretch {
    const [x0 = 0, x1 = 0, y = 0] = this.places.subarray(this.end - 3);
    return { x0, x1, y };
  }

  /** Adds a text with its ends and baseline. */
  add(x0: number, x1: number, y: number): void {
    if (this.end === this.places.length) this.grow();
    const { places, end } = this;
    places[end] = x0;
    places[end + 1] = x1;
    places[end + 2] = y;
    this.end = end + 3;
  }

  /** True if a text may run into an area. */
  anyReaches(area: Box): boolean {
    for (let index = 0; index < this.end; index += 3) if (this.doesReach(index, area, roundingPt)) return true;
    return false;
  }

  /** True if the last text may run into one of these areas. */
  lastReaches(areas: readonly Box[]): boolean {
    const last = this.end - 3;
    return areas.some((area) => this.doesReach(last, area, besidePt));
  }

  private grow(): void {
    const larger = new Float64Array(this.places.length * 2);
    larger.set(this.places);
    this.places = larger;
  }

  private doesReach(index: number, { x0, y0, x1, y1 }: Box, slackPt: number): boolean {
    const left = this.places[index] ?? 0;
    const right = this.places[index + 1] ?? 0;
    const y = this.places[index + 2] ?? 0;
    const isApart = left >= x1 + slackPt || right <= x0 - slackPt || y >= y1 || y <= y0 - belowPt || x0 >= x1;
    return !isApart;
  }
}

/** Maximum number of areas kept. A map has more; its text gets the closer check. */
const maxAreas = 500;

/** Height of letters above the baseline, in ems. */
const letterHeight = 0.7;

/** Maximum reach of letters, in ems. */
const reach = 1.2;

/** A horizontal piece of text: its ends and its baseline. */
interface TextStretch {
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
}

/** The areas painted on the page, on which paper-coloured text may stand. */
class Backdrop {
  private readonly areas: { readonly box: Box; readonly isDark: boolean }[] = [];

  /** Adds a painted area. It is dark if it is not similar to white. */
  add(box: Box, isDark: boolean): void {
    if (this.areas.length <= maxAreas) this.areas.push({ box, isDark });
  }

  /** True if text stands entirely on dark areas. `em` is its font size in points. */
  isDarkBehind({ x0, x1, y }: TextStretch, em: number): boolean {
    if (!(em > 0) || this.areas.length > maxAreas) return false;
    const slack = reach * em;
    const around = { x0: x0 - slack, y0: y - slack, x1: x1 + slack, y1: y + slack };
    const last = this.areas.findLast(({ box }) => touch(box, around));
    if (last?.isDark !== true) return false;
    const { box } = last;
    return box.x0 <= x0 && box.x1 >= x1 && box.y0 <= y && box.y1 >= y + letterHeight * em;
  }
}
