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
