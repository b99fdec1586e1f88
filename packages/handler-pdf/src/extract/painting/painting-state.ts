import type { BlendMode, ColorSpace, DisplayList, Image, Matrix, Path, PDFPage, Rect, StrokeState } from "mupdf";
import type { PdfEngine } from "../../engine/engine.ts";
import { boxOf, intersection, touch } from "../../model/boxes.ts";
import type { Box } from "../../model/page-content.ts";

/** The engine's callbacks around what it paints. Objects passed to them must be freed. */
export interface NestingCallbacks {
  clipPath(path: Path, isEvenOdd: boolean, matrix: Matrix): void;
  clipStrokePath(path: Path, stroke: StrokeState): void;
  clipImageMask(image: Image): void;
  popClip(): void;
  beginMask(area: Rect, isLuminosity: boolean, space: ColorSpace): void;
  endMask(): void;
  beginGroup(area: Rect, space: ColorSpace, ...facts: readonly [boolean, boolean, BlendMode, number]): void;
  endGroup(): void;
  beginTile(): number;
}

/** What applies to everything painted at a moment: clips, groups and masks. */
export interface PaintingState {
  /** Returns the opacity of the surrounding groups. */
  alpha(): number;
  /** Returns whether painting covers what is below. */
  isOpaque(): boolean;
  /** Returns whether painting belongs to a mask and not to the page itself. */
  isApart(): boolean;
  /** Returns the visible part of a box. */
  clipped(box: Box): Box;
  isOutside(box: Box): boolean;
  /** Begins a clip of unknown shape, which `popClip` ends. */
  enterClip(): void;
  readonly callbacks: NestingCallbacks;
}

interface Level {
  readonly box: Box;
  readonly alpha: number;
  readonly isOpaque: boolean;
}

const everywhere: Box = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity };

/** Minimum alpha of a group that hides what is below. */
const opaqueAlpha = 0.9;

/** The engine uses `null` for filled content that is not stroked; its declarations omit it. */
export const unstroked: StrokeState = null as unknown as StrokeState;

/** Creates a state that follows the engine by its callbacks. */
export function createPaintingState(): PaintingState {
  const levels: Level[] = [{ box: everywhere, alpha: 1, isOpaque: true }];
  let masks = 0;
  const top = (): Level => levels.at(-1) ?? { box: everywhere, alpha: 1, isOpaque: true };
  const enter = (change: Partial<Level>): void => void levels.push({ ...top(), ...change });
  const leave = (): void => void (levels.length > 1 && levels.pop());
  return {
    alpha: () => top().alpha,
    isOpaque: () => top().isOpaque && top().alpha > opaqueAlpha,
    isApart: () => masks > 0,
    clipped: (box) => intersection(box, top().box),
    isOutside: (box) => !touch(box, top().box),
    enterClip: () => enter({ isOpaque: false }),
    callbacks: {
      clipPath: (path, _isEvenOdd, matrix) => enter({ box: intersection(top().box, boxOfPath(path, matrix)) }),
      clipStrokePath: (...objects) => enterUnknown(enter, objects),
      clipImageMask: (...objects) => enterUnknown(enter, objects),
      popClip: leave,
      beginMask: (_area, _isLuminosity, space) => {
        space.destroy();
        masks++;
      },
      endMask: () => {
        masks--;
        enter({ isOpaque: false });
      },
      beginGroup: (_area, space, ...[, , blend, alpha]) => {
        space.destroy();
        enter({ alpha: top().alpha * alpha, isOpaque: top().isOpaque && blend === "Normal" });
      },
      endGroup: leave,
      // Claiming that a tile is cached skips it: it may be repeated a million times.
      beginTile: () => 1,
    },
  };
}

function enterUnknown(enter: (change: Partial<Level>) => void, objects: readonly unknown[]): void {
  for (const object of objects) if (isEngineObject(object)) object.destroy();
  enter({ isOpaque: false });
}

function isEngineObject(value: unknown): value is { destroy(): void } {
  return typeof value === "object" && value !== null && "destroy" in value;
}

/** Returns the box of a path and frees the path. */
export function boxOfPath(path: Path, matrix: Matrix): Box {
  const box = boxOf(path.getBounds(unstroked, matrix));
  path.destroy();
  return box;
}

/** Beyond any page, in points, so that the tile around a page does not repeat. */
const tileStepPt = 200_000;

/**
 * Records what page content paints, so that it need not be decoded and interpreted again. On replay, the engine omits
 * what is invisible, such as clipped content, except inside tiles, so the page is recorded as a tile. The replay then
 * equals the page exactly. Throws what the engine throws for a damaged page.
 */
export function recordPage(engine: PdfEngine, page: PDFPage): DisplayList {
  const bounds = page.getBounds();
  const list = new engine.DisplayList(bounds);
  try {
    const device = new engine.DisplayListDevice(list);
    try {
      device.beginTile(bounds, bounds, tileStepPt, tileStepPt, engine.Matrix.identity, 0, 0);
      page.runPageContents(device, engine.Matrix.identity);
      device.endTile();
      device.close();
    } finally {
      device.destroy();
    }
    return list;
  } catch (error) {
    list.destroy();
    throw error;
  }
}

/** Returns the callbacks for a recording, which must enter the tile around the page whatever they do with tiles. */
export function insideOfPage(callbacks: NestingCallbacks): NestingCallbacks {
  let isPage = true;
  const beginTile = (): number => {
    const isKnown = isPage ? 0 : callbacks.beginTile();
    isPage = false;
    return isKnown;
  };
  return { ...callbacks, beginTile };
}
