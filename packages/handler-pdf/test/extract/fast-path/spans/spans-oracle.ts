import type { Font, Matrix, Path, PDFPage, StructuredText, Text } from "mupdf";
import type { PdfEngine } from "../../../../src/engine/engine.ts";
import { UnsupportedContent } from "../../../../src/extract/fast-path/base/unsupported-content.ts";
import type { Painted } from "../../../../src/extract/fast-path/base/painted.ts";
import type { PageFont } from "../../../../src/extract/fast-path/base/painted.ts";
import { stextOptions } from "../../../../src/extract/painting/engine-pages.ts";

/** The engine's options, without what device callbacks do not report: the structure, and ActualText. */
export const oracleOptions: string = `${stextOptions.replace("structured,", "")},ignore-actualtext`;

const { fround } = Math;

/** The engine's structured text for the glyphs of a page, by position and character. */
interface KnownGlyph {
  readonly origin: readonly number[];
  readonly quad: readonly number[];
}

/**
 * Paints a page by the engine's own glyphs, so that only the spans are tested. Throws `UnsupportedContent` for what
 * device callbacks do not report.
 */
export function paintByEngine(engine: PdfEngine, page: PDFPage, painted: Painted): void {
  const structured = page.toStructuredText(oracleOptions);
  const painter = new Painter(painted, knownGlyphs(structured));
  structured.destroy();
  const failures: unknown[] = [];
  const device = new engine.Device(callbacksOf(painter, failures));
  try {
    page.runPageContents(device, engine.Matrix.identity);
    device.close();
  } finally {
    device.destroy();
  }
  if (failures.length > 0) throw failures[0];
}

type Callback<Thing> = (thing: Thing, ...rest: readonly unknown[]) => void;

type Callbacks = Readonly<
  Record<"fillText" | "strokeText" | "clipText" | "clipStrokeText" | "ignoreText", Callback<Text>> &
    Record<"fillPath" | "strokePath", Callback<Path>> &
    Record<"fillImage" | "fillImageMask" | "fillShade", Callback<unknown>>
>;

/** Errors must not be thrown through the engine: they are stored and end the painting. */
function callbacksOf(painter: Painter, failures: unknown[]): Callbacks {
  const guarded =
    <Thing>(paint: (thing: Thing, rest: readonly unknown[]) => void) =>
    (thing: Thing, ...rest: readonly unknown[]): void => {
      if (failures.length > 0) return;
      try {
        paint(thing, rest);
      } catch (error) {
        failures.push(error);
      }
    };
  const showText = guarded((text: Text, rest) => painter.text(text, matrixIn(rest)));
  const drawPath = guarded((path: Path, rest) => painter.path(path, matrixIn(rest)));
  const paintImage = guarded((_image, rest) => painter.image(matrixIn(rest), Number(rest.at(-1))));
  return {
    fillText: showText,
    strokeText: showText,
    clipText: showText,
    clipStrokeText: showText,
    ignoreText: showText,
    fillPath: drawPath,
    strokePath: drawPath,
    fillImage: paintImage,
    fillImageMask: paintImage,
    fillShade: guarded(() => {
      throw new UnsupportedContent("shade");
    }),
  };
}

function matrixIn(values: readonly unknown[]): Matrix {
  return values.find(isMatrix) as Matrix;
}

function isMatrix(value: unknown): boolean {
  return Array.isArray(value) && value.length === 6 && value.every((each) => typeof each === "number");
}

function knownGlyphs(structured: StructuredText): ReadonlyMap<string, KnownGlyph> {
  const known = new Map<string, KnownGlyph>();
  structured.walk({
    onChar(character, origin, ...[, , quad]) {
      const key = keyOf(origin[0], origin[1], character.codePointAt(0) ?? 0);
      if (!known.has(key)) known.set(key, { origin: [...origin], quad: [...quad] });
    },
  });
  return known;
}

/** The engine's callback truncates characters to 16 bits. */
function keyOf(x: number, y: number, character: number): string {
  return `${x} ${y} ${character % 0x10000}`;
}

interface Shown {
  readonly font: PageFont;
  text: string;
  readonly width: number;
  readonly matrix: readonly number[];
}

class Painter {
  readonly #painted: Painted;
  readonly #known: ReadonlyMap<string, KnownGlyph>;
  readonly #fonts = new Map<number, PageFont>();
  /** The last text, kept so that the engine does not reuse its address. */
  #last: Text | undefined;

  constructor(painted: Painted, known: ReadonlyMap<string, KnownGlyph>) {
    this.#painted = painted;
    this.#known = known;
  }

  /** Text that is filled and then stroked is one text. */
  text(text: Text, matrix: Matrix): void {
    if (this.#last?.pointer === text.pointer) return;
    this.#last = text;
    this.#painted.endText();
    const shown: Shown[] = [];
    const reasons: string[] = [];
    text.walk({
      beginSpan: (_font, _matrix, ...[wmode, bidi]) => {
        if (wmode !== 0) reasons.push("vertical");
        if (bidi !== 0) reasons.push("right to left");
      },
      showGlyph: (font, place, ...[glyph, unicode]) => {
        const last = shown.at(-1);
        if (glyph < 0 && last !== undefined) last.text += textOf(unicode);
        else shown.push(this.#shownBy(font, concat(place, matrix), [glyph, unicode]));
      },
    });
    if (reasons[0] !== undefined) throw new UnsupportedContent(reasons[0]);
    for (const each of shown)
      this.#painted.glyph(each.font, { text: each.text, advance: each.width, width: each.width }, each.matrix);
  }

  image(matrix: Matrix, alpha: number): void {
    if (alpha >= 0.5) this.#painted.image(matrix);
  }

  path(path: Path, matrix: Matrix): void {
    if (!paintsVector(path, matrix)) return;
    this.#painted.vector({
      x0: 0,
      y0: 0,
      x1: 0,
      y1: 0,
      isStroked: false,
      isRectangle: false,
      isPaper: false,
      isClippedAway: false,
    });
  }

  #shownBy(font: Font, matrix: readonly number[], [glyph, unicode]: readonly [number, number]): Shown {
    const text = textOf(unicode);
    const known = this.#known.get(keyOf(matrix[4] ?? 0, matrix[5] ?? 0, text.codePointAt(0) ?? 0));
    const width = known === undefined ? font.advanceGlyph(glyph, 0) : widthOf(known, matrix);
    return { font: this.#fontOf(font, known, matrix), text, width, matrix };
  }

  #fontOf(font: Font, known: KnownGlyph | undefined, matrix: readonly number[]): PageFont {
    const address = Number(font.pointer);
    const seen = this.#fonts.get(address);
    if (seen !== undefined) return seen;
    const fast: PageFont = { ...describe(font), ...heightsOf(known, matrix), codeBytes: 1, glyphs: [] };
    this.#fonts.set(address, fast);
    return fast;
  }
}

function describe(font: Font): Pick<PageFont, "name" | "family" | "weight" | "style"> {
  const serif = font.isSerif() ? "serif" : "sans-serif";
  return {
    name: font.getName(),
    family: font.isMono() ? "monospace" : serif,
    weight: font.isBold() ? "bold" : "normal",
    style: font.isItalic() ? "italic" : "normal",
  };
}

function widthOf({ quad }: KnownGlyph, [a = 0, b = 0]: readonly number[]): number {
  const [ulX = 0, ulY = 0, urX = 0, urY = 0] = quad;
  return ((urX - ulX) * a + (urY - ulY) * b) / (a * a + b * b);
}

function heightsOf(
  known: KnownGlyph | undefined,
  [, , c = 0, d = 0]: readonly number[],
): Pick<PageFont, "ascender" | "descender"> {
  if (known === undefined) return { ascender: 0.8, descender: -0.2 };
  const [x = 0, y = 0] = known.origin;
  const [ulX = 0, ulY = 0, , , llX = 0, llY = 0] = known.quad;
  const squared = c * c + d * d;
  return {
    ascender: ((ulX - x) * c + (ulY - y) * d) / squared,
    descender: ((llX - x) * c + (llY - y) * d) / squared,
  };
}

const ligatures: Readonly<Record<number, string>> = {
  0xfb00: "ff",
  0xfb01: "fi",
  0xfb02: "fl",
  0xfb03: "ffi",
  0xfb04: "ffl",
  0xfb05: "st",
  0xfb06: "st",
};

function textOf(unicode: number): string {
  return unicode < 0 ? "" : (ligatures[unicode] ?? String.fromCodePoint(unicode));
}

/** Multiplies two matrices in the engine's precision. */
function concat(
  [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[],
  [A = 0, B = 0, C = 0, D = 0, E = 0, F = 0]: readonly number[],
): readonly number[] {
  return [
    sum(a * A, b * C),
    sum(a * B, b * D),
    sum(c * A, d * C),
    sum(c * B, d * D),
    fround(sum(e * A, f * C) + E),
    fround(sum(e * B, f * D) + F),
  ];
}

function sum(one: number, other: number): number {
  return fround(fround(one) + fround(other));
}

/** True if the engine makes a block of a path: of an open last subpath, only of a rectangle or a line. */
function paintsVector(path: Path, matrix: Matrix): boolean {
  const seen = { points: [] as (readonly [number, number])[], isPlain: true, isPainted: false };
  const end = (): void => {
    seen.isPainted ||= seen.isPlain ? isRectangle(seen.points) || seen.points.length > 0 : true;
  };
  const add = (x: number, y: number): void => {
    const [a, b, c, d, e, f] = matrix;
    const point = [fround(sum(x * a, y * c) + e), fround(sum(x * b, y * d) + f)] as const;
    const last = seen.points.at(-1);
    if (last !== undefined && isNear(last, point)) return;
    seen.points.push(point);
    const isClosing = seen.points.length === 5 && isNear(seen.points[0], point);
    if (seen.points.length > 4 && !isClosing) seen.isPlain = false;
  };
  let isBegun = false;
  path.walk({
    moveTo(x, y) {
      if (isBegun) end();
      isBegun = true;
      seen.points = [];
      seen.isPlain = true;
      add(x, y);
    },
    lineTo: add,
    curveTo() {
      seen.isPlain = false;
    },
    closePath() {
      end();
      isBegun = false;
      seen.points = [];
      seen.isPlain = true;
    },
  });
  return seen.isPainted || (seen.isPlain && isRectangle(seen.points));
}

type Point = readonly [number, number];

function isNear(one: Point | undefined, other: Point): boolean {
  return one !== undefined && isEqual(one[0], other[0]) && isEqual(one[1], other[1]);
}

function isEqual(one: number, other: number): boolean {
  return Math.abs(fround(one - other)) < 1e-5;
}

function isRectangle(points: readonly Point[]): boolean {
  const [p0, p1, p2, p3] = points;
  if (p0 === undefined || p1 === undefined) return false;
  if (p2 === undefined) return isEqual(p0[0], p1[0]) || isEqual(p0[1], p1[1]);
  if (p3 === undefined) return (isEqual(p0[0], p2[0]) || isEqual(p0[1], p2[1])) && isRectangle([p0, p1]);
  return (
    (isEqual(p0[0], p1[0]) && isEqual(p2[0], p3[0]) && isEqual(p0[1], p3[1]) && isEqual(p1[1], p2[1])) ||
    (isEqual(p0[0], p3[0]) && isEqual(p1[0], p2[0]) && isEqual(p0[1], p1[1]) && isEqual(p2[1], p3[1]))
  );
}
