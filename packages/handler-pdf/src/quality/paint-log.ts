import type { ColorSpace, Image, Matrix, Path, StrokeState, Text } from "mupdf";
import {
  boxOfPath,
  createPaintingState,
  type NestingCallbacks,
  type PaintingState,
  unstroked,
} from "../extract/painting/painting-state.ts";
import type { Painting } from "../extract/painting/painting.ts";
import { boxOf, imageBox, type Point } from "../model/boxes.ts";
import type { Box } from "../model/page-content.ts";

/** A piece of painted text. */
export interface PaintedText {
  /** Painting order: higher numbers are painted over lower ones. */
  readonly order: number;
  readonly box: Box;
  /** Absent if nothing is inked. */
  readonly paint: Paint | undefined;
  /** True if it is entirely outside the clip. */
  readonly isClippedAway: boolean;
  /** Its characters with their start positions, valid while the log exists. */
  glyphs(): readonly Glyph[];
}

/** A painted character. */
export interface Glyph {
  readonly character: string;
  readonly at: Point;
  /** Its font size on the page. */
  readonly sizePt: number;
}

/** An opaque painted area of one colour, or an image, which has no colour. */
export interface PaintedArea {
  readonly order: number;
  readonly box: Box;
  readonly paint: Paint | undefined;
}

/** What a page paints, in order. */
export interface PaintLog {
  readonly texts: readonly PaintedText[];
  readonly areas: readonly PaintedArea[];
  /** Frees the engine objects kept by the texts. */
  destroy(): void;
}

/** Maximum number of texts and areas. Only drawings have more. */
const maxEntries = 20_000;

/** Thinner areas are rules, in points. */
const minAreaSidePt = 3;

/** Areas with a lower alpha show what is below. */
const opaqueAlpha = 0.9;

/** Replays a page and records what it paints. */
export function logPaint(painting: Painting): PaintLog {
  const log: OpenLog = { texts: [], areas: [], kept: [], state: createPaintingState() };
  try {
    painting.run(callbacksOf(log));
  } catch (error) {
    free(log);
    throw error;
  }
  return { texts: log.texts, areas: log.areas, destroy: () => free(log) };
}

interface OpenLog {
  readonly texts: PaintedText[];
  readonly areas: PaintedArea[];
  readonly kept: Text[];
  readonly state: PaintingState;
}

function free(log: OpenLog): void {
  for (const text of log.kept) text.destroy();
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
    glyphs: () => glyphsOf(text, matrix),
  });
}

function addArea(log: OpenLog, whole: Box, paint: Pick<Paint, "alpha"> & Partial<Paint>): void {
  const { state } = log;
  const box = state.clipped(whole);
  const isLarge = box.x1 - box.x0 >= minAreaSidePt && box.y1 - box.y0 >= minAreaSidePt;
  if (!isLarge || !state.isOpaque() || state.isApart() || paint.alpha < opaqueAlpha) return;
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

/** A screen colour, each channel from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The colour and alpha of something painted. */
interface Paint {
  readonly color: Rgb;
  /** 0 is transparent, 1 is opaque. */
  readonly alpha: number;
}

/** The colour of paper. */
export const paperColor: Rgb = [1, 1, 1];

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

/** Returns the largest channel difference of two colours. */
export function distance(one: Rgb, other: Rgb): number {
  return Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))));
}
