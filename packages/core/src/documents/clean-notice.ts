import type { Notice } from "../contract/notices.ts";
import { shortened } from "../render/words.ts";
import { isText, MalformedEvent, type Unknown } from "./field.ts";

type FieldType = "string" | "number";

/** Characters of each field: notices stand outside of an answer's budget. */
const maxFieldCharacters = 4000;

/** The fields that a notice of each code must have; others of these types may be there, too. */
const fields: Readonly<Record<Notice["code"], Readonly<Record<string, FieldType>>>> = {
  "encoding-guessed": { encoding: "string", confidence: "number" },
  "replacement-characters": { encoding: "string", count: "number" },
  "mixed-encodings": { encoding: "string", other: "string", lines: "string" },
  "escaped-characters": { controls: "number", ansi: "number", bidi: "number", invisible: "number" },
  "lines-clipped": { count: "number", maxLineCharacters: "number" },
  "mixed-line-endings": { lf: "number", crlf: "number", cr: "number" },
  "name-disagrees": { extension: "string", mediaType: "string" },
  "name-variant": { asked: "string", used: "string" },
  "changed-while-reading": { change: "string" },
  "range-cut": { asked: "string", limit: "string" },
  "range-beyond-end": { asked: "string", total: "number" },
  "media-omitted": { kind: "string", mediaType: "string", reason: "string", bytes: "number" },
  "empty-file": {},
  "no-matches": { pattern: "string", linesSearched: "number" },
  "hidden-content": { what: "string", count: "number" },
  "no-outline": { reason: "string" },
  "outline-incomplete": {},
  "text-recognised": { by: "string", lines: "number", confidence: "number" },
  handler: { message: "string" },
};

/** A notice, made anew of numbers and of words, which are cut where they are too long; its place is left to the caller. */
export function cleanNotice(event: Unknown): Unknown {
  const { code } = event;
  if (!isCode(code)) throw new MalformedEvent("a notice of an unknown code");
  const copy: Record<string, unknown> = { type: "notice", code };
  for (const [name, value] of Object.entries(event)) {
    if (Object.hasOwn(copy, name) || name === "__proto__") continue;
    if (typeof value === "string") copy[name] = shortened(value, maxFieldCharacters);
    if (typeof value === "number" && Number.isFinite(value)) copy[name] = value;
  }
  for (const [name, type] of Object.entries(fields[code])) {
    if (typeof copy[name] !== type) throw new MalformedEvent(`a notice whose \`${name}\` is missing or wrong`);
  }
  return copy;
}

function isCode(value: unknown): value is Notice["code"] {
  return isText(value) && Object.hasOwn(fields, value);
}
