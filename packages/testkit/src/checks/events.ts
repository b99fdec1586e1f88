import type { Place } from "@reader/core";
import type { HandlerEvent } from "@reader/core/handler";
import { run } from "../run/drive.ts";
import type { Check } from "./check.ts";

/** Checks the events of valid documents. */
export const eventsCheck: Check = {
  title: "yields well-formed events, places in ascending order, and no encoded data as text",
  async violations({ handler, fixtures, graceMs }) {
    const violations: string[] = [];
    for (const { name, inputName, bytes } of fixtures) {
      const { events } = await run(handler, { name: inputName, bytes, graceMs });
      violations.push(...faultsOf(events).map((fault) => `${name}: ${fault}`));
    }
    return violations;
  },
};

/** Returns the faults of the events of one run. */
export function faultsOf(events: readonly HandlerEvent[]): readonly string[] {
  const malformed = events.flatMap((event, index) => eventFaults(event).map((fault) => `event ${index + 1}: ${fault}`));
  // Further checks need well-formed events.
  return malformed.length > 0 ? malformed : [...descents(events), ...base64Blocks(events)];
}

function descents(events: readonly HandlerEvent[]): readonly string[] {
  const last = new Map<string, Place>();
  const faults: string[] = [];
  for (const [index, event] of events.entries()) {
    const at = "at" in event ? event.at : undefined;
    if (at === undefined) continue;
    const before = last.get(at.unit);
    if (before !== undefined && before.index > at.index) {
      faults.push(`event ${index + 1}: ${at.unit} ${at.index} comes after ${at.unit} ${before.index}`);
    }
    last.set(at.unit, at);
  }
  return faults;
}

function base64Blocks(events: readonly HandlerEvent[]): readonly string[] {
  return events.flatMap((event, index) =>
    event.type === "text" && hasBase64Block(event.text)
      ? [`event ${index + 1}: its text contains a block of base64`]
      : [],
  );
}

/** Minimum length of a block of base64: some 300 bytes. */
const minBlockCharacters = 400;

/** The lookbehind keeps matching linear. */
const block = new RegExp(String.raw`(?<![\w+/-])[\w+/-]{${minBlockCharacters},}`, "g");
const wrappedBlock = /(?<![\w+/-])(?:[\w+/-]{60,80}\r?\n){7,}/g;

/** True if a text contains encoded data, which wastes tokens. Long words of one kind of character do not count. */
export function hasBase64Block(text: string): boolean {
  const found = [...(text.match(block) ?? []), ...(text.match(wrappedBlock) ?? [])];
  return found.some((run) => /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run));
}

/** The fields of an event and their checks. Names of optional fields end with a question mark. */
type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

const placeUnits = ["page", "slide", "sheet", "cell", "chapter", "entry", "section"];

const isText = (value: unknown): boolean => typeof value === "string";
const isName = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isPositive = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isBytes = (value: unknown): boolean => value instanceof Uint8Array;
const isMediaType = (value: unknown): boolean => typeof value === "string" && /^[a-z]+\/[a-z0-9][\w.+-]*$/.test(value);
const isLine = (value: unknown): boolean => isName(value) && !/[\r\n]/.test(String(value));
const isUnit = (value: unknown): boolean => placeUnits.includes(String(value));

const placeShape: Shape = { unit: isUnit, index: isPositive, "label?": isLine };
const isPlace = isPlaceShape;

/** True if a value is a well-formed place. */
export function isPlaceShape(value: unknown): boolean {
  return isPlain(value) && shapeFaults(value, placeShape).length === 0;
}

const shapes: Readonly<Record<string, Shape>> = {
  text: { type: isName, text: isText, "at?": isPlace },
  image: {
    type: isName,
    mediaType: isMediaType,
    data: isBytes,
    "widthPx?": isPositive,
    "heightPx?": isPositive,
    "originalWidthPx?": isPositive,
    "originalHeightPx?": isPositive,
    "alt?": isText,
    "at?": isPlace,
  },
  document: { type: isName, mediaType: isMediaType, data: isBytes, name: isName, "pages?": isPositive, "at?": isPlace },
  extent: { type: isName, unit: (value) => value === "line" || isUnit(value), total: isCount, exact: isFlag },
};

const notices: Readonly<Record<string, Shape>> = {
  handler: { type: isName, code: isName, message: isLine, "at?": isPlace },
  "hidden-content": { type: isName, code: isName, what: isName, count: isCount, "at?": isPlace },
  "replacement-characters": { type: isName, code: isName, encoding: isName, count: isCount },
};

/** Returns the faults of an event, one sentence each. Never throws, whatever the value is. */
export function eventFaults(event: unknown): readonly string[] {
  if (!isPlain(event)) return ["an event must be a plain object, so that it can cross to another process"];
  const type = String(event["type"]);
  if (type === "notice") return noticeFaults(event);
  const shape = Object.hasOwn(shapes, type) ? shapes[type] : undefined;
  return shape === undefined ? [`${JSON.stringify(type)} is not an event type`] : shapeFaults(event, shape);
}

/** Checks notices of handlers field by field, and those of the core only for a code. */
function noticeFaults(event: Readonly<Record<string, unknown>>): readonly string[] {
  if (!isName(event["code"])) return ["a notice must have a code"];
  const code = String(event["code"]);
  const shape = Object.hasOwn(notices, code) ? notices[code] : undefined;
  return shape === undefined ? [] : shapeFaults(event, shape);
}

function shapeFaults(event: Readonly<Record<string, unknown>>, shape: Shape): readonly string[] {
  const faults: string[] = [];
  const known = new Set<string>();
  for (const [key, isRight] of Object.entries(shape)) {
    const name = key.replace(/\?$/, "");
    known.add(name);
    const isAbsent = !Object.hasOwn(event, name);
    if (isAbsent && key.endsWith("?")) continue;
    if (isAbsent) faults.push(`"${name}" is missing`);
    else if (!isRight(event[name])) faults.push(...fieldFaults(name, event[name]));
  }
  const unknown = Object.keys(event).filter((name) => !known.has(name));
  return [...faults, ...unknown.map((name) => `"${name}" is not a field of it`)];
}

/** Describes a wrong field. Lists the valid units, so that the author need not guess. */
function fieldFaults(name: string, value: unknown): readonly string[] {
  if (name === "at" && isPlain(value)) return shapeFaults(value, placeShape).map((fault) => `its place: ${fault}`);
  const known = name === "unit" ? `; units are ${placeUnits.join(", ")}` : "";
  return [`"${name}" must not be ${shown(value)}${known}`];
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function shown(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "such an object";
  return typeof value === "string" ? JSON.stringify(value.slice(0, 80)) : String(value);
}
