import { ReadError } from "@reader/core/handler";
import { pathSegments, pointSegments, type Segments } from "./path-segments.ts";

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
