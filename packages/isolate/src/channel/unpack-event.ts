import { cleanRecognisedText, type Extent, type HandlerEvent, type Notice, type PlaceUnit } from "@reader/core/handler";
import { isCount, isObject, type Unknown } from "./plain.ts";

/** How a field is copied; `undefined` is a fault. */
type Copy = (value: unknown) => unknown;

/** Fields of an event by name; a question mark ends the names of those that may be absent. */
type Shape = Readonly<Record<string, Copy>>;

const placeUnits: Readonly<Record<PlaceUnit, true>> = {
  page: true,
  slide: true,
  sheet: true,
  cell: true,
  chapter: true,
  entry: true,
  section: true,
};

const noticeCodes: Readonly<Record<Notice["code"], true>> = {
  "encoding-guessed": true,
  "replacement-characters": true,
  "mixed-encodings": true,
  "escaped-characters": true,
  "lines-clipped": true,
  "mixed-line-endings": true,
  "name-disagrees": true,
  "name-variant": true,
  "changed-while-reading": true,
  "range-cut": true,
  "range-beyond-end": true,
  "media-omitted": true,
  "empty-file": true,
  "no-matches": true,
  "hidden-content": true,
  "no-outline": true,
  "outline-incomplete": true,
  "text-recognised": true,
  handler: true,
};

const string: Copy = (value) => (typeof value === "string" ? value : undefined);
const flag: Copy = (value) => (typeof value === "boolean" ? value : undefined);
const count: Copy = (value) => (isCount(value) ? value : undefined);
const positive: Copy = (value) => (isCount(value) && value > 0 ? value : undefined);
const unit: Copy = (value) => (typeof value === "string" && Object.hasOwn(placeUnits, value) ? value : undefined);
const place: Copy = (value) =>
  isObject(value) ? copyFields(value, { unit, index: positive, "label?": string }) : undefined;

const recognised: Copy = (value) => {
  try {
    return cleanRecognisedText(value);
  } catch {
    return undefined;
  }
};

const mediaType: Copy = (value) =>
  typeof value === "string" && /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(value) ? value : undefined;

const shapes: Readonly<Record<string, Shape>> = {
  text: { type: string, text: string, "at?": place, "recognised?": recognised },
  image: {
    type: string,
    mediaType,
    "widthPx?": positive,
    "heightPx?": positive,
    "originalWidthPx?": positive,
    "originalHeightPx?": positive,
    "alt?": string,
    "at?": place,
  },
  document: { type: string, mediaType, name: string, "pages?": count, "at?": place },
  extent: { type: string, unit: (value) => (value === "line" ? value : unit(value)), total: count, exact: flag },
};

const handlerNotice: Shape = { type: string, code: string, message: string, "at?": place };
const hiddenContent: Shape = { type: string, code: string, what: string, count, "at?": place };

/**
 * A checked event, made anew of nothing but the fields that events have; `undefined` where it is no event, or where its
 * bytes are not exactly the tail of its frame.
 */
export function unpackEvent(value: unknown, tail: Uint8Array): HandlerEvent | undefined {
  if (!isObject(value)) return undefined;
  const type = String(value["type"]);
  const hasData = type === "image" || type === "document";
  if (tail.length !== (hasData ? value["data"] : 0)) return undefined;
  if (type === "notice") return unpackNotice(value);
  const shape = Object.hasOwn(shapes, type) ? shapes[type] : undefined;
  const fields = shape === undefined ? undefined : copyFields(value, shape);
  if (fields === undefined) return undefined;
  // The shapes above are those of events, field by field, which the compiler cannot follow.
  return (hasData ? { ...fields, data: tail } : fields) as unknown as HandlerEvent;
}

/** A checked extent, as `info` gives them. */
export function unpackExtent(value: unknown): Extent | undefined {
  const event = unpackEvent(value, new Uint8Array());
  return event?.type === "extent" ? event : undefined;
}

function unpackNotice(value: Unknown): Notice | undefined {
  const code = String(value["code"]);
  if (!Object.hasOwn(noticeCodes, code)) return undefined;
  // As above: what has the shape of such a notice is one.
  if (code === "handler") return copyFields(value, handlerNotice) as unknown as Notice | undefined;
  if (code === "hidden-content") return copyFields(value, hiddenContent) as unknown as Notice | undefined;
  return copyCoreNotice(value);
}

/** The notices of the core come through from nested files; their fields are words, numbers and a place. */
function copyCoreNotice(value: Unknown): Notice | undefined {
  const { at, ...rest } = value;
  const fields = Object.entries(rest).filter(([name]) => name !== "__proto__");
  const isFlat = fields.every(([, each]) => typeof each === "string" || typeof each === "number");
  const copiedPlace = at === undefined ? undefined : place(at);
  if (!isFlat || (at !== undefined && copiedPlace === undefined)) return undefined;
  // Whatever else a known code brings is flat, and is only shown.
  const copy = Object.fromEntries(fields);
  return (copiedPlace === undefined ? copy : { ...copy, at: copiedPlace }) as unknown as Notice;
}

function copyFields(value: Unknown, shape: Shape): Readonly<Record<string, unknown>> | undefined {
  const copies: Record<string, unknown> = {};
  for (const [key, copy] of Object.entries(shape)) {
    const isOptional = key.endsWith("?");
    const name = isOptional ? key.slice(0, -1) : key;
    if (isOptional && !Object.hasOwn(value, name)) continue;
    const field = copy(value[name]);
    if (field === undefined) return undefined;
    copies[name] = field;
  }
  return copies;
}
