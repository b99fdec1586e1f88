import type { BlendMode, ColorSpace, DisplayList, Image, Matrix, Path, PDFPage, Rect, StrokeState } from "mupdf";
import type { PdfEngine } from "../../engine/engine.ts";
import { boxOf, intersection, touch } from "../../model/boxes.ts";
import type { Box } from "../../model/page-content.ts";

/** What the engine calls around what it paints. The objects that it hands over are to be freed. */
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

/** What holds for all that is painted at one time of a page's run: clips, groups and masks. */
export interface PaintingState {
  /** How opaque the groups are around what is painted now. */
  alpha(): number;
  /** Whether what is painted now covers what is below it. */
  isOpaque(): boolean;
  /** Whether it is no part of the page by itself, but of a mask. */
  isApart(): boolean;
  /** What is seen of a box. */
  clipped(box: Box): Box;
  isOutside(box: Box): boolean;
  /** A clip of a shape that is not known; `popClip` ends it. */
  enterClip(): void;
  readonly callbacks: NestingCallbacks;
}

interface Level {
  readonly box: Box;
  readonly alpha: number;
  readonly isOpaque: boolean;
}

const everywhere: Box = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity };

/** Through a group of this much alpha nothing is seen of what lies below. */
const opaqueAlpha = 0.9;

/** The engine takes `null` for what is filled and not stroked; its declarations forget it. */
export const unstroked: StrokeState = null as unknown as StrokeState;

/** A state that follows the engine by its callbacks. */
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
      // A tile that is said to be known is not run: it may be repeated a million times.
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

/** The box of a path, which is freed. */
export function boxOfPath(path: Path, matrix: Matrix): Box {
  const box = boxOf(path.getBounds(unstroked, matrix));
  path.destroy();
  return box;
}

/** Further than any page goes, in points: the tile around a page is not repeated. */
const tileStepPt = 200_000;

/**
 * Records what the content of a page paints, so that it need not be unpacked and interpreted again. The engine leaves out
 * of what it plays what nobody would see, such as what is clipped away, except inside of tiles: the page is one. What is
 * played is then to the last digit what the page itself gives. Throws what the engine throws for a damaged page.
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

/** The callbacks for what was recorded: the tile around the page is to be gone into, whatever they say of tiles. */
export function insideOfPage(callbacks: NestingCallbacks): NestingCallbacks {
  let isPage = true;
  const beginTile = (): number => {
    const isKnown = isPage ? 0 : callbacks.beginTile();
    isPage = false;
    return isKnown;
  };
  return { ...callbacks, beginTile };
}
