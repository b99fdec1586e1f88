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
