import type { PDFObject } from "mupdf";
import { joinedLetters } from "./joined-letters.ts";
import { referenceOf, withObject } from "./pdf-objects.ts";

/** An encoding has 256 codes; a list of more entries is no real one. */
const maxDifferences = 600;

/** What is known of encodings and lists of differences by the number of their object: many fonts may share one. */
export type KnownLetters = Map<number, ReturnType<typeof joinedLetters>>;

/** What the codes of a font mean whose glyphs are several letters in one. */
export function lettersOfFont(font: PDFObject, known: KnownLetters): ReturnType<typeof joinedLetters> {
  const letters = withObject(font, ["Encoding"], (encoding) =>
    once(encoding, known, () =>
      withObject(encoding, ["Differences"], (list) => once(list, known, () => lettersIn(list))),
    ),
  );
  return letters ?? [];
}

function lettersIn(list: PDFObject): ReturnType<typeof joinedLetters> {
  if (!list.isArray() || list.length > maxDifferences) return [];
  // A reference is printed as one.
  const resolved = list.resolve();
  try {
    return joinedLetters(resolved.toString());
  } finally {
    resolved.destroy();
  }
}

function once(
  object: PDFObject,
  known: KnownLetters,
  find: () => ReturnType<typeof joinedLetters> | undefined,
): ReturnType<typeof joinedLetters> {
  const number = referenceOf(object);
  const found = (number === undefined ? undefined : known.get(number)) ?? find() ?? [];
  if (number !== undefined) known.set(number, found);
  return found;
}
