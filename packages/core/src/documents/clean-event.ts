import type { DocumentPart, Extent, HandlerEvent, ImagePart, TextPart } from "../contract/events.ts";
import type { Notice } from "../contract/notices.ts";
import type { Place, PlaceUnit } from "../contract/place.ts";
import { shortened } from "../render/words.ts";
import { cleanRecognisedText } from "./clean-recognised.ts";
import { isCount, isObject, isText, MalformedEvent, optional, type Unknown } from "./field.ts";

const units: Readonly<Record<PlaceUnit, true>> = {
  page: true,
  slide: true,
  sheet: true,
  cell: true,
  chapter: true,
  entry: true,
  section: true,
};

const mediaTypePattern = /^[\w.+-]+\/[\w.+-]+$/;

/**
 * An event of a handler, made anew of the fields that events have. Handlers may be written without types: what is no
 * event throws here and not somewhere further on, and what an answer holds is plain data.
 */
export function cleanEvent(event: unknown): HandlerEvent {
  if (!isObject(event)) throw new MalformedEvent("an event that is no object");
  const { type } = event;
  switch (type) {
    case "text":
      return { type, text: required(event, "text", isText), ...placeOf(event), ...recognisedOf(event) };
    case "image":
      return cleanImage(event);
    case "document":
      return cleanDocument(event);
    case "extent":
      return cleanExtent(event);
    case "notice":
      return { ...cleanNotice(event), ...placeOf(event) } as Notice;
    default:
      throw new MalformedEvent("an event of an unknown type");
  }
}

/** An extent, also as `info` gives them. */
export function cleanExtent(event: Unknown): Extent {
  const unit = required(event, "unit", isExtentUnit);
  const total = required(event, "total", isCount);
  return { type: "extent", unit, total, exact: required(event, "exact", isFlag) };
}

function cleanImage(event: Unknown): ImagePart {
  return {
    type: "image",
    mediaType: required(event, "mediaType", isMediaType),
    data: required(event, "data", isBytes),
    ...optional(event, "widthPx", isSize),
    ...optional(event, "heightPx", isSize),
    ...optional(event, "originalWidthPx", isSize),
    ...optional(event, "originalHeightPx", isSize),
    ...optional(event, "alt", isText),
    ...placeOf(event),
  };
}

function cleanDocument(event: Unknown): DocumentPart {
  return {
    type: "document",
    mediaType: required(event, "mediaType", isMediaType),
    data: required(event, "data", isBytes),
    name: required(event, "name", isText),
    ...optional(event, "pages", isCount),
    ...placeOf(event),
  };
}

function recognisedOf({ recognised }: Unknown): Pick<TextPart, "recognised"> {
  return recognised === undefined ? {} : { recognised: cleanRecognisedText(recognised) };
}

function placeOf(event: Unknown): { readonly at?: Place } {
  const { at } = event;
  return at === undefined ? {} : { at: cleanPlace(at) };
}

/** A place, also as outlines have them. */
export function cleanPlace(at: unknown): Place {
  if (!isObject(at)) throw new MalformedEvent("a place that is no object");
  const unit = required(at, "unit", isUnit);
  return { unit, index: required(at, "index", isSize), ...optional(at, "label", isText) };
}

function required<Value>(event: Unknown, name: string, isRight: (value: unknown) => value is Value): Value {
  // Read once: a getter may answer otherwise the second time.
  const value = event[name];
  if (isRight(value)) return value;
  throw new MalformedEvent(`an event whose \`${name}\` is missing or wrong`);
}

function isUnit(value: unknown): value is PlaceUnit {
  return isText(value) && Object.hasOwn(units, value);
}

function isExtentUnit(value: unknown): value is Extent["unit"] {
  return value === "line" || isUnit(value);
}

function isFlag(value: unknown): value is boolean {
  return typeof value === "boolean";
}

function isSize(value: unknown): value is number {
  return isCount(value) && value > 0;
}

function isMediaType(value: unknown): value is string {
  return isText(value) && mediaTypePattern.test(value);
}

/** Also bytes of another realm, for which `instanceof` is false; none that were transferred to somebody else. */
function isBytes(value: unknown): value is Uint8Array {
  const isArray = ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === "[object Uint8Array]";
  return isArray && Reflect.get(value.buffer, "detached") !== true;
}

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
function cleanNotice(event: Unknown): Unknown {
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
