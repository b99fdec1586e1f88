import { ReadError } from "@reader/core/handler";

/** Characters of a drawing that the engine is given: it takes some fifty bytes of memory for each. */
const maxDrawnCharacters = 10_000_000;

/** Throws `too-large` for a drawing that would fill the memory before anything of it is drawn. */
export function assertParsable({ length: actual }: string): void {
  if (actual <= maxDrawnCharacters) return;
  const message = `The drawing has ${actual} characters of SVG; ${maxDrawnCharacters} can be drawn.`;
  throw new ReadError("too-large", message, {
    hint: "Make a copy with fewer elements, such as one of its layers, or make a PNG of it with another program.",
    details: { limit: { name: "maxDrawnCharacters", value: maxDrawnCharacters, actual } },
  });
}
