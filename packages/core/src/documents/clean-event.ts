import type { DocumentPart, Extent, HandlerEvent, ImagePart, TextPart } from "../contract/events.ts";
import type { HandlerInfo, Json } from "../contract/handler.ts";
import { type Notice, type NoticeField, noticeFields } from "../contract/notices.ts";
import type { Place, PlaceUnit } from "../contract/place.ts";
import { shortened } from "../render/words.ts";
import { cleanLineBoxes, cleanRecognisedText } from "./recognised-text.ts";
import { isCount, isObject, isText, MalformedEvent, memberOf, optional, type Unknown } from "./field.ts";

const units: Readonly<Record<PlaceUnit, true>> = {
  page: true,
  slide: true,
  sheet: true,
  cell: true,
  chapter: true,
  entry: true,
  section: true,
};

const mediaTypePattern = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;

/**
 * Copies the known fields of a handler's event, so that results are plain data. Throws a `MalformedEvent` for anything
 * else: a handler may be written without types, and a handler's process may be hijacked.
 */
export function cleanEvent(event: unknown): HandlerEvent {
  if (!isObject(event)) throw new MalformedEvent("an event that is not an object");
  const { type } = event;
  switch (type) {
    case "text":
      return cleanText(event);
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

function cleanText(event: Unknown): TextPart {
  const content = required(event, "text", isText);
  return {
    type: "text",
    text: content,
    ...placeOf(event),
    ...recognisedOf(event),
    ...boxesOf(event),
    ...optional(event, "unrecognised", isCount),
  };
}

/** Copies the result of a handler's `info` as plain JSON. Throws a `MalformedEvent` if it is not a `HandlerInfo`. */
export function cleanInfo(info: unknown): HandlerInfo {
  if (!isObject(info)) throw new MalformedEvent("facts that are not an object");
  const { extents, facts } = info;
  if (!Array.isArray(extents)) throw new MalformedEvent("extents that are not a list");
  return { extents: extents.map(cleanInfoExtent), facts: cleanFacts(facts) };
}

function cleanInfoExtent(value: unknown): Extent {
  const event = cleanEvent(value);
  if (event.type === "extent") return event;
  throw new MalformedEvent("an extent of the wrong type");
}

function cleanFacts(facts: unknown): HandlerInfo["facts"] {
  const copy: unknown = isObject(facts) ? JSON.parse(JSON.stringify(facts)) : undefined;
  if (isObject(copy) && !Array.isArray(copy)) return copy as { readonly [name: string]: Json };
  throw new MalformedEvent("facts that are not an object");
}

function cleanExtent(event: Unknown): Extent {
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

function recognisedOf(event: Unknown): Pick<TextPart, "recognised"> {
  const recognised = memberOf(event, "recognised");
  return recognised === undefined ? {} : { recognised: cleanRecognisedText(recognised) };
}

function boxesOf(event: Unknown): Pick<TextPart, "boxes"> {
  const boxes = memberOf(event, "boxes");
  return boxes === undefined ? {} : { boxes: cleanLineBoxes(boxes) };
}

function placeOf(event: Unknown): { readonly at?: Place } {
  const at = memberOf(event, "at");
  return at === undefined ? {} : { at: cleanPlace(at) };
}

/** Copies a place from an event or an outline. Throws a `MalformedEvent` if it is not one. */
export function cleanPlace(at: unknown): Place {
  if (!isObject(at)) throw new MalformedEvent("a place that is not an object");
  const unit = required(at, "unit", isUnit);
  const index = required(at, "index", isSize);
  return { unit, index, ...optional(at, "label", isText), ...optional(at, "aboutPage", isSize) };
}

function required<Value>(event: Unknown, name: string, isRight: (value: unknown) => value is Value): Value {
  // Read once: a getter may return another value the second time.
  const value = memberOf(event, name);
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

/**
 * True for bytes, also those of another realm, for which `instanceof` is false. False if their buffer was transferred.
 */
function isBytes(value: unknown): value is Uint8Array {
  const isArray = ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === "[object Uint8Array]";
  return isArray && Reflect.get(value.buffer, "detached") !== true;
}

/** Maximum length of a field, in characters. Notices do not count against the budget of an answer. */
const maxFieldCharacters = 4000;

/**
 * Copies the known fields of a notice and shortens long text; the caller adds its place. Drops unknown fields, and
 * optional fields of the wrong type. Throws a `MalformedEvent` if a required field is missing or wrong.
 */
function cleanNotice(event: Unknown): Unknown {
  const { code } = event;
  if (!isCode(code)) throw new MalformedEvent("a notice with an unknown code");
  const copy: Record<string, unknown> = { type: "notice", code };
  for (const [key, kind] of Object.entries<NoticeField>(noticeFields[code])) {
    const isOptional = key.endsWith("?");
    const name = isOptional ? key.slice(0, -1) : key;
    const value = cleanField(memberOf(event, name), kind);
    if (value !== undefined) copy[name] = value;
    else if (!isOptional) throw new MalformedEvent(`a notice whose \`${name}\` is missing or wrong`);
  }
  return copy;
}

function cleanField(value: unknown, kind: NoticeField): string | number | true | undefined {
  if (kind === "number") return Number.isFinite(value) ? Number(value) : undefined;
  if (kind === "true") return value === true ? true : undefined;
  if (!isText(value)) return undefined;
  if (kind === "string") return shortened(value, maxFieldCharacters);
  return Object.hasOwn(kind, value) ? value : undefined;
}

function isCode(value: unknown): value is Notice["code"] {
  return isText(value) && Object.hasOwn(noticeFields, value);
}
