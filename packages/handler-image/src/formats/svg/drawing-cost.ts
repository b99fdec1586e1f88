import { ReadError } from "@reader/core/handler";

/** Maximum number of SVG characters that are drawn. */
const maxDrawnCharacters = 10_000_000;
/**
 * Number of characters from which drawing may exceed the time limit. A single path of this length takes some seconds.
 */
const quickCharacters = 250_000;

/**
 * Maximum memory for the elements of a drawing, in bytes, so that a process with 512 MB survives it. Measured with
 * librsvg 2.63: 1300 bytes per element, 360 per text in it, 6 per character.
 */
const maxDrawnBytes = 320_000_000;
const bytesOfElement = 1300;
const bytesOfText = 360;
const bytesOfCharacter = 6;

const elementPattern = /<[A-Za-z_]/g;
const textPattern = />[^<\s]/g;

/** True if drawing it may exceed a time or memory limit. */
export function isCostly({ length }: string): boolean {
  return length > quickCharacters;
}

/** Throws `too-large` for a drawing that would exceed the memory limit. */
export function assertAffordable(svg: string): void {
  if (svg.length > maxDrawnCharacters) {
    const limit = { name: "maxDrawnCharacters", value: maxDrawnCharacters, actual: svg.length };
    throw tooLarge(`The drawing has ${svg.length} characters of SVG; ${maxDrawnCharacters} can be drawn.`, limit);
  }
  if (!isCostly(svg)) return;
  const elements = countOf(svg, elementPattern);
  const actual = elements * bytesOfElement + countOf(svg, textPattern) * bytesOfText + svg.length * bytesOfCharacter;
  if (actual <= maxDrawnBytes) return;
  const message = `The drawing has ${elements} elements, which would take ${actual} bytes of memory; ${maxDrawnBytes} can be used.`;
  throw tooLarge(message, { name: "maxDrawnBytes", value: maxDrawnBytes, actual });
}

interface Limit {
  readonly name: string;
  readonly value: number;
  readonly actual: number;
}

function tooLarge(message: string, limit: Limit): ReadError {
  return new ReadError("too-large", message, {
    hint: "Make a copy with fewer elements, such as one of its layers, or make a PNG of it with another program.",
    details: { limit },
  });
}

function countOf(svg: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of svg.matchAll(pattern)) count += 1;
  return count;
}

/** Maximum number of elements after resolving references. Real drawings stay below one percent of it. */
const maxElements = 200_000;

const tagPattern = /<(\/?)([\w:.-]{1,60})((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/g;
const idPattern = /\sid\s*=\s*["']([^"']{1,200})["']/;
const referencePattern = /\s(?:xlink:)?href\s*=\s*["']#([^"']{1,200})["']/;

/** An element with an id: the number of elements inside, and the ids it references. */
interface Definition {
  own: number;
  readonly references: string[];
}

/**
 * Throws `too-large` for a drawing whose nested references expand to too many elements. This is a cheap check; other
 * cases are caught by the time and memory limits.
 */
export function assertNoUseBomb(svg: string): void {
  if (!svg.includes("<use") && !svg.includes(":use")) return;
  const definitions = definitionsOf(svg);
  const sizes = new Map<string, number>();
  const total = [...definitions.keys()].reduce(
    (largest, name) => Math.max(largest, sizeOf(name, { definitions, sizes })),
    0,
  );
  if (total <= maxElements) return;
  throw new ReadError("too-large", "The drawing nests references to its parts too often to be drawn.", {
    hint: 'Read it with view "text" for the words inside.',
    details: { limit: { name: "maxElements", value: maxElements, actual: Math.min(total, Number.MAX_SAFE_INTEGER) } },
  });
}

/**
 * Returns the definitions by id; `""` is the whole drawing. An element counts for every definition that contains it.
 */
function definitionsOf(svg: string): ReadonlyMap<string, Definition> {
  const whole: Definition = { own: 0, references: [] };
  const definitions = new Map<string, Definition>([["", whole]]);
  const open: (Definition | undefined)[] = [];
  for (const [, closing, name = "", attributes = "", selfClosing] of svg.matchAll(tagPattern)) {
    if (closing === "/") open.pop();
    else {
      const definition = named(definitions, attributes);
      const holders = [whole, ...open, definition].filter((each) => each !== undefined);
      const reference = /(?:^|:)use$/.test(name) ? referencePattern.exec(attributes)?.[1] : undefined;
      for (const holder of new Set(holders)) {
        holder.own += 1;
        if (reference !== undefined) holder.references.push(reference);
      }
      if (selfClosing !== "/") open.push(definition);
    }
  }
  return definitions;
}

function named(definitions: Map<string, Definition>, attributes: string): Definition | undefined {
  const id = idPattern.exec(attributes)?.[1];
  if (id === undefined) return undefined;
  const definition = { own: 0, references: [] };
  definitions.set(id, definition);
  return definition;
}

interface Counting {
  readonly definitions: ReadonlyMap<string, Definition>;
  /** Sizes already counted. 0 while counting, so that a reference cycle ends. */
  readonly sizes: Map<string, number>;
}

function sizeOf(name: string, counting: Counting): number {
  const known = counting.sizes.get(name);
  const definition = counting.definitions.get(name);
  if (known !== undefined || definition === undefined) return known ?? 0;
  counting.sizes.set(name, 0);
  const size = definition.references.reduce((sum, reference) => sum + sizeOf(reference, counting), definition.own);
  counting.sizes.set(name, size);
  return size;
}

/**
 * Maximum number of crossings between the lines of paths. Drawing a path takes about one microsecond per crossing
 * (librsvg 2.63 with cairo 1.18; 6000 random lines cross 4 million times). Real drawings stay below one percent of the
 * limit.
 */
const maxCrossings = 5_000_000;

/** Paths with fewer characters have too few lines to matter. */
const minCharacters = 2000;

/** Number of line pairs sampled per path. More pairs make the estimate more exact. */
const maxPairs = 20_000;

const pathPattern = /\s(d|points)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Throws `too-large` for a drawing whose lines cross too often to be drawn in reasonable time. */
export function assertFewCrossings(svg: string): void {
  let crossings = 0;
  for (const [, name, double, single] of svg.matchAll(pathPattern)) {
    const path = double ?? single ?? "";
    if (path.length < minCharacters) continue;
    crossings += crossingsOf(name === "d" ? pathSegments(path) : pointSegments(path));
  }
  if (crossings <= maxCrossings) return;
  const actual = Math.round(crossings);
  const millions = (count: number): number => Math.round(count / 1_000_000);
  throw new ReadError(
    "too-large",
    `The lines of the drawing cross each other some ${millions(actual)} million times; ${millions(maxCrossings)} million can be drawn.`,
    {
      hint: "Make a copy with fewer lines, such as one of its layers, or make a PNG of it with another program.",
      details: { limit: { name: "maxCrossings", value: maxCrossings, actual } },
    },
  );
}

/** Estimates the number of crossings from a deterministic sample of pairs. */
function crossingsOf(segments: Segments): number {
  const count = segments.length / 4;
  if (count < 2) return 0;
  const pick = createPicker(count);
  const pairs = Math.min(maxPairs, count * 4);
  let crossing = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    if (cross(segments, pick() * 4, pick() * 4)) crossing += 1;
  }
  return (crossing / pairs) * ((count * (count - 1)) / 2);
}

/**
 * Returns pseudo-random numbers below `count`, by a linear congruential generator with the constants of Numerical
 * Recipes.
 */
function createPicker(count: number): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

/** True if the two lines cross. */
function cross(segments: Segments, one: number, other: number): boolean {
  return isBetween(segments, one, other) && isBetween(segments, other, one);
}

function isBetween(segments: Segments, line: number, ends: number): boolean {
  const [x = 0, y = 0, toX = 0, toY = 0] = [0, 1, 2, 3].map((index) => segments[line + index]);
  const side = (at: number): number =>
    (toX - x) * ((segments[at + 1] ?? 0) - y) - (toY - y) * ((segments[at] ?? 0) - x);
  return side(ends) * side(ends + 2) < 0;
}

/** The straight lines of a path, four numbers each: the coordinates of both ends. Curves count as lines. */
type Segments = readonly number[];

/** Maximum number of lines parsed per path. */
const maxSegments = 1_000_000;

/** Number of arguments by path command (SVG 1.1, 8.3). */
const argumentCounts: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/** The current point of a path. */
interface Pen {
  x: number;
  y: number;
  /** The start of the current subpath, which `z` returns to. */
  startX: number;
  startY: number;
}

/** Returns the lines of a `d` attribute up to the first error. */
export function pathSegments(path: string): Segments {
  const segments: number[] = [];
  const pen: Pen = { x: 0, y: 0, startX: 0, startY: 0 };
  const scan = createScanner(path);
  for (let command = scan.command(); command !== undefined; command = scan.command()) {
    if (segments.length >= 4 * maxSegments || !draw(segments, { pen, command, scan })) break;
  }
  return segments;
}

/** Returns the lines of the `points` attribute of a polygon. */
function pointSegments(points: string): Segments {
  return pathSegments(`M${points}`);
}

interface Drawing {
  readonly pen: Pen;
  readonly command: string;
  readonly scan: Scanner;
}

/** Applies a command with all its arguments. Returns false if one is missing or the limit is reached. */
function draw(segments: number[], { pen, command, scan }: Drawing): boolean {
  const kind = command.toLowerCase();
  if (kind === "z") {
    lineTo(segments, pen, { x: pen.startX, y: pen.startY });
    return true;
  }
  for (let isFirst = true; isFirst || scan.hasNumber(); isFirst = false) {
    const numbers = scan.numbers(argumentCounts[kind] ?? 0, kind === "a");
    if (numbers === undefined) return false;
    const end = endOf(pen, command, numbers);
    if (kind === "m" && isFirst) Object.assign(pen, { ...end, startX: end.x, startY: end.y });
    else if (segments.length < 4 * maxSegments) lineTo(segments, pen, end);
    else return false;
  }
  return true;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function lineTo(segments: number[], pen: Pen, { x, y }: Point): void {
  segments.push(pen.x, pen.y, x, y);
  pen.x = x;
  pen.y = y;
}

/** Returns the end point of a command: its last two arguments, or one for horizontal and vertical lines. */
function endOf(pen: Pen, command: string, numbers: readonly number[]): Point {
  const kind = command.toLowerCase();
  const isRelative = command === kind;
  const [originX, originY] = isRelative ? [pen.x, pen.y] : [0, 0];
  const last = numbers.at(-1) ?? 0;
  if (kind === "h") return { x: originX + last, y: pen.y };
  if (kind === "v") return { x: pen.x, y: originY + last };
  return { x: originX + (numbers.at(-2) ?? 0), y: originY + last };
}

interface Scanner {
  /** Returns the next command letter, or `undefined` at the end. */
  command(): string | undefined;
  hasNumber(): boolean;
  /**
   * Returns `count` numbers, or `undefined` if there are fewer. The fourth and fifth of an arc are single-digit flags.
   */
  numbers(count: number, isArc: boolean): readonly number[] | undefined;
}

function createScanner(path: string): Scanner {
  const commandPattern = /[\s,]*([mlhvcsqtaz])/iy;
  const numberPattern = /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy;
  const flagPattern = /[\s,]*([01])/y;
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(path)?.[1];
    if (found !== undefined) at = pattern.lastIndex;
    return found;
  };
  return {
    command: () => take(commandPattern),
    hasNumber() {
      numberPattern.lastIndex = at;
      return numberPattern.test(path);
    },
    numbers(count, isArc) {
      const numbers: number[] = [];
      for (let index = 0; index < count; index += 1) {
        const found = take(isArc && (index === 3 || index === 4) ? flagPattern : numberPattern);
        if (found === undefined) return undefined;
        numbers.push(Number(found));
      }
      return numbers;
    },
  };
}
