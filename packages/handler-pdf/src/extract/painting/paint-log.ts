import type { BlendMode, ColorSpace, Image, Matrix, Path, Rect, StrokeState, Text } from "mupdf";
import {
  type Box,
  boxOf,
  type Glyph,
  imageBox,
  intersection,
  type Paint,
  type PaintedArea,
  type PaintedText,
  type PaintLog,
  type Rgb,
  touch,
} from "@reader/pdf-pages";

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
  /** Returns whether a box is within the clip, if the shape of that is known. */
  isInside(box: Box): boolean;
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

/** Maximum part of a box outside a clip that still holds it, in points: boxes of text are larger than the ink. */
const slackPt = 1;

function isWithin(box: Box, clip: Box): boolean {
  const isWide = box.x0 > clip.x0 - slackPt && box.x1 < clip.x1 + slackPt;
  return isWide && box.y0 > clip.y0 - slackPt && box.y1 < clip.y1 + slackPt;
}

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
    isInside: (box) => top().isOpaque && isWithin(box, top().box),
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

/** Maximum number of texts and areas. Only drawings have more. */
const maxEntries = 20_000;

/** Thinner areas are rules, in points. */
const minAreaSidePt = 3;

/** Areas with a lower alpha show what is below. */
const opaqueAreaAlpha = 0.9;

/** Replays a page and passes on what it paints. Throws what the engine throws. */
export function withPaintLog<Value>(page: Replayed, use: (log: PaintLog) => Value): Value {
  const log: OpenLog = { texts: [], areas: [], kept: [], state: createPaintingState() };
  try {
    page.run(callbacksOf(log));
    return use(log);
  } finally {
    for (const text of log.kept) text.destroy();
  }
}

/** A page that passes what it paints to callbacks. */
interface Replayed {
  readonly run: (callbacks: PaintingCallbacks) => void;
}

interface OpenLog {
  readonly texts: PaintedText[];
  readonly areas: PaintedArea[];
  readonly kept: Text[];
  readonly state: PaintingState;
}

type PaintFacts = readonly [space: ColorSpace, color: readonly number[], alpha: number];

interface PaintingCallbacks extends NestingCallbacks {
  fillText(text: Text, matrix: Matrix, ...paint: PaintFacts): void;
  strokeText(text: Text, stroke: StrokeState, ...facts: readonly [Matrix, ...PaintFacts]): void;
  ignoreText(text: Text, matrix: Matrix): void;
  clipText(text: Text, matrix: Matrix): void;
  clipStrokeText(text: Text, stroke: StrokeState, matrix: Matrix): void;
  fillPath(path: Path, isEvenOdd: boolean, ...facts: readonly [Matrix, ...PaintFacts]): void;
  fillImage(image: Image, matrix: Matrix, alpha: number): void;
}

/** Without a callback for shadings: the engine miscounts references to what it would pass. */
function callbacksOf(log: OpenLog): PaintingCallbacks {
  return {
    ...log.state.callbacks,
    fillText: (text, matrix, ...paint) => addText(log, text, { matrix, paint: paintOf(...paint) }),
    strokeText: (text, stroke, ...[matrix, ...paint]) => {
      stroke.destroy();
      addText(log, text, { matrix, paint: paintOf(...paint) });
    },
    ignoreText: (text, matrix) => addText(log, text, { matrix, paint: undefined }),
    clipText: (text, matrix) => {
      addText(log, text, { matrix, paint: undefined });
      log.state.enterClip();
    },
    clipStrokeText: (text, stroke, matrix) => {
      stroke.destroy();
      addText(log, text, { matrix, paint: undefined });
      log.state.enterClip();
    },
    fillPath: (path, _isEvenOdd, ...[matrix, ...facts]) => {
      const paint = paintOf(...facts);
      addArea(log, boxOfPath(path, matrix), paint);
    },
    fillImage: (image, matrix, alpha) => {
      const mask = image.getMask();
      if (mask === null) addArea(log, imageBox(matrix), { alpha });
      mask?.destroy();
      image.destroy();
    },
  };
}

interface TextCall {
  readonly matrix: Matrix;
  readonly paint: Paint | undefined;
}

function addText(log: OpenLog, text: Text, { matrix, paint }: TextCall): void {
  const { state } = log;
  if (state.isApart() || log.texts.length >= maxEntries) {
    text.destroy();
    return;
  }
  const box = boxOf(text.getBounds(unstroked, matrix));
  log.kept.push(text);
  log.texts.push({
    order: log.texts.length + log.areas.length,
    box,
    paint: paint === undefined ? undefined : { ...paint, alpha: paint.alpha * state.alpha() },
    isClippedAway: state.isOutside(box),
    isWhole: state.isInside(box),
    glyphs: () => glyphsOf(text, matrix),
  });
}

function addArea(log: OpenLog, whole: Box, paint: Pick<Paint, "alpha"> & Partial<Paint>): void {
  const { state } = log;
  const box = state.clipped(whole);
  const isLarge = box.x1 - box.x0 >= minAreaSidePt && box.y1 - box.y0 >= minAreaSidePt;
  if (!isLarge || !state.isOpaque() || state.isApart() || paint.alpha < opaqueAreaAlpha) return;
  if (log.areas.length >= maxEntries) return;
  const order = log.texts.length + log.areas.length;
  log.areas.push({ order, box, paint: paint.color === undefined ? undefined : { color: paint.color, alpha: 1 } });
}

function glyphsOf(text: Text, matrix: Matrix): readonly Glyph[] {
  const [a, b, c, d, e, f] = matrix;
  const areaOfSize = Math.abs(a * d - b * c);
  const glyphs: Glyph[] = [];
  text.walk({
    showGlyph(_font, transform, ...[, unicode]) {
      const [g, h, i, j, x, y] = transform;
      const character = unicode > 0 && unicode <= 0x10ffff ? String.fromCodePoint(unicode) : "\ufffd";
      const sizePt = Math.sqrt(areaOfSize * Math.abs(g * j - h * i));
      glyphs.push({ character, sizePt, at: { x: a * x + c * y + e, y: b * x + d * y + f } });
    },
  });
  return glyphs;
}

/** Converts a colour in a colour space of the engine, which is freed. Exact only for grey and RGB. */
function paintOf(space: ColorSpace, color: readonly number[], alpha: number): Paint {
  const isTint = space.isDeviceN();
  space.destroy();
  return { color: colorOf(color, isTint), alpha };
}

function colorOf(color: readonly number[], isTint: boolean): Rgb {
  const [first = 0, second = 0, third = 0, fourth = 0] = color;
  if (isTint) return grey(1 - Math.max(0, ...color));
  if (color.length === 1) return grey(first);
  if (color.length === 4) return [ink(first, fourth), ink(second, fourth), ink(third, fourth)];
  return [first, second, third];
}

function grey(level: number): Rgb {
  return [level, level, level];
}

function ink(amount: number, black: number): number {
  return Math.max(0, 1 - amount - black);
}
