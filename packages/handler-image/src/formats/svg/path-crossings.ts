import { ReadError } from "@reader/core/handler";

/**
 * How often the lines of paths may cross each other in all: drawing a path takes as long as its lines have crossings, one
 * microsecond each (librsvg 2.63 with cairo 1.18; 6000 lines from anywhere to anywhere cross 4 million times). Drawings of
 * real programs stay below a hundredth.
 */
const maxCrossings = 5_000_000;

/** Shorter paths have too few lines to cross each other so often, even if the drawing has nothing else. */
const minCharacters = 2000;

/** Pairs of lines of one path that are looked at; with more, the number would be nearer to the true one. */
const maxPairs = 20_000;

const pathPattern = /\s(d|points)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Throws `too-large` for a drawing of lines that cross each other so often that drawing them never ends. */
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

/** How often lines cross each other, by what became of some pairs; the same each time. */
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

/** Numbers below `count` in no order: a linear congruence with the constants of Numerical Recipes. */
function createPicker(count: number): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

/** Whether each line has the ends of the other on both of its sides. */
function cross(segments: Segments, one: number, other: number): boolean {
  return isBetween(segments, one, other) && isBetween(segments, other, one);
}

function isBetween(segments: Segments, line: number, ends: number): boolean {
  const [x = 0, y = 0, toX = 0, toY = 0] = [0, 1, 2, 3].map((index) => segments[line + index]);
  const side = (at: number): number =>
    (toX - x) * ((segments[at + 1] ?? 0) - y) - (toY - y) * ((segments[at] ?? 0) - x);
  return side(ends) * side(ends + 2) < 0;
}

/** The straight lines of a path: four numbers each, the coordinates of its two ends. Curves are taken for lines. */
type Segments = readonly number[];

/** Lines of one path that are looked at. */
const maxSegments = 1_000_000;

/** Numbers that a command takes: SVG 1.1, 8.3. */
const argumentCounts: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/** Where a path is at. */
interface Pen {
  x: number;
  y: number;
  /** Where the part of the path began that `z` goes back to. */
  startX: number;
  startY: number;
}

/** The lines of a `d`, as far as it can be read. */
export function pathSegments(path: string): Segments {
  const segments: number[] = [];
  const pen: Pen = { x: 0, y: 0, startX: 0, startY: 0 };
  const scan = createScanner(path);
  for (let command = scan.command(); command !== undefined; command = scan.command()) {
    if (segments.length >= 4 * maxSegments || !draw(segments, { pen, command, scan })) break;
  }
  return segments;
}

/** The lines of the `points` of a polygon. */
function pointSegments(points: string): Segments {
  return pathSegments(`M${points}`);
}

interface Drawing {
  readonly pen: Pen;
  readonly command: string;
  readonly scan: Scanner;
}

/** Draws a command with all the numbers behind it; false where one is missing. */
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

/** Where a command leads: its last two numbers, but for lines along an axis. */
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
  /** The next letter of a command; undefined where there is none. */
  command(): string | undefined;
  hasNumber(): boolean;
  /** So many numbers; undefined where there are not as many. Of an arc, the fourth and the fifth are single digits. */
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
