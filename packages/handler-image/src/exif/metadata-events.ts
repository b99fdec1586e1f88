import { escapeName, text, type HandlerEvent } from "@reader/core/handler";
import type { Picture } from "../picture.ts";
import { sizeWords } from "../words/picture-line.ts";
import { locationWords } from "./location.ts";
import { photoFacts } from "./photo-facts.ts";

const maxCommentCharacters = 20_000;

/** All that a picture says of itself, a line each, the place where it was taken included: it was asked for. */
export function* metadataEvents(name: string, picture: Picture): Generator<HandlerEvent> {
  const facts = [
    ...Object.entries(picture.facts),
    ...(picture.exif === undefined ? [] : exifEntries(picture.exif)),
    ...(picture.comments ?? []).map(([keyword, comment]) => [keyword, comment.slice(0, maxCommentCharacters)] as const),
  ];
  yield text(`${escapeName(name)} · ${picture.format} ${sizeWords(picture.size)}\n`);
  for (const [label, value] of facts) yield text(`${label}: ${String(value).replaceAll(/\s*[\r\n]+\s*/g, " ")}\n`);
}

function exifEntries(exif: Uint8Array): readonly (readonly [string, string])[] {
  const { hasLocation: _, ...facts } = photoFacts(exif);
  const location = locationWords(exif);
  const entries = Object.entries(facts).map(([label, value]) => [label, String(value)] as const);
  return location === undefined ? entries : [...entries, ["location", location] as const];
}
