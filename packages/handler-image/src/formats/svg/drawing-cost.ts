import { ReadError } from "@reader/core/handler";

/** Characters of a drawing that the engine is given. */
const maxDrawnCharacters = 10_000_000;
/** Characters from which on drawing may take longer than there is time; one path of so many takes some seconds. */
const quickCharacters = 250_000;

/**
 * Memory that the engine may take for the elements of a drawing, so that a reader with 512 MB survives it. Measured with
 * librsvg 2.63: an element takes 1300 bytes, a text in it 360, a character 6.
 */
const maxDrawnBytes = 320_000_000;
const bytesOfElement = 1300;
const bytesOfText = 360;
const bytesOfCharacter = 6;

const elementPattern = /<[A-Za-z_]/g;
const textPattern = />[^<\s]/g;

/** Whether drawing it may end at a limit of time or memory. */
export function isCostly({ length }: string): boolean {
  return length > quickCharacters;
}

/** Throws `too-large` for a drawing that would fill the memory before anything of it is drawn. */
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

/** Elements that references may stand for in all; drawings of real programs stay below a hundredth. */
const maxElements = 200_000;

const tagPattern = /<(\/?)([\w:.-]{1,60})((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/g;
const idPattern = /\sid\s*=\s*["']([^"']{1,200})["']/;
const referencePattern = /\s(?:xlink:)?href\s*=\s*["']#([^"']{1,200})["']/;

/** What stands inside an element with a name: how many elements of its own, and which names it refers to. */
interface Definition {
  own: number;
  readonly references: string[];
}

/**
 * Throws `too-large` for a drawing whose references multiply, each to several others, until nobody can draw them all.
 * A cheap first look: what it does not catch meets the limits of time and memory.
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
  throw new ReadError("too-large", "The drawing repeats its parts inside each other more often than can be drawn.", {
    hint: 'Read it with view "text" for the words inside.',
    details: { limit: { name: "maxElements", value: maxElements, actual: Math.min(total, Number.MAX_SAFE_INTEGER) } },
  });
}

/** The definitions by name; `""` is the whole drawing. An element counts for every named one that it is inside. */
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
  /** What is counted already; 0 while it is being counted, so that a circle ends. */
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
