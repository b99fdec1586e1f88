import type { PDFObject } from "mupdf";
import { joinedLetters } from "./joined-letters.ts";
import { referenceOf, withObject } from "../../engine/pdf-objects.ts";
import { printedList } from "../../engine/printed-list.ts";

type Letters = ReturnType<typeof joinedLetters>;

/** What is known of encodings and lists of differences by the number of their object: many fonts may share one. */
export type KnownLetters = Map<number, Letters>;

/** What the codes of a font mean whose glyphs are several letters in one. */
export function lettersOfFont(font: PDFObject, known: KnownLetters): Letters {
  const letters = withObject(font, ["Encoding"], (encoding) =>
    once(encoding, known, () =>
      withObject(encoding, ["Differences"], (list) => once(list, known, () => joinedLetters(printedList(list)))),
    ),
  );
  return letters ?? [];
}

function once(object: PDFObject, known: KnownLetters, find: () => Letters | undefined): Letters {
  const number = referenceOf(object);
  const found = (number === undefined ? undefined : known.get(number)) ?? find() ?? [];
  if (number !== undefined) known.set(number, found);
  return found;
}
