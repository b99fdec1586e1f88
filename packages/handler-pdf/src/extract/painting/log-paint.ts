import type { ColorSpace, Image, Matrix, Path, StrokeState, Text } from "mupdf";
import {
  boxOfPath,
  createPaintingState,
  type NestingCallbacks,
  type PaintingState,
  unstroked,
} from "./painting-state.ts";
import type { EnginePage } from "./engine-pages.ts";
import { boxOf, imageBox } from "../../model/boxes.ts";
import type { Box } from "../../model/page-content.ts";
import type { Glyph, Paint, PaintedArea, PaintedText, PaintLog, Rgb } from "../../model/paint-log.ts";

/** Maximum number of texts and areas. Only drawings have more. */
const maxEntries = 20_000;

/** Thinner areas are rules, in points. */
const minAreaSidePt = 3;

/** Areas with a lower alpha show what is below. */
const opaqueAlpha = 0.9;

/** Replays a page and passes on what it paints. Throws what the engine throws. */
export function withPaintLog<Value>(page: Pick<EnginePage, "run">, use: (log: PaintLog) => Value): Value {
  const log: OpenLog = { texts: [], areas: [], kept: [], state: createPaintingState() };
  try {
    page.run(callbacksOf(log));
    return use(log);
  } finally {
    for (const text of log.kept) text.destroy();
  }
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
