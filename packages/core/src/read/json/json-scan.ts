import type { JsonStep } from "./json-path.ts";

/** A value in a text: its offsets. */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
}

/** Why a path leads nowhere: the first step without a value, and what its container has instead. */
export interface JsonMiss {
  /** The number of steps that were found. */
  readonly depth: number;
  /** The keys of the object, if the container is one. */
  readonly keys?: readonly string[];
  /** The number of items of the array, if the container is one. */
  readonly items?: number;
}

/** The text is not JSON from an offset on. */
export class JsonSyntaxError extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super(`Not JSON at offset ${offset}.`);
    this.offset = offset;
  }
}

/** Maximum number of keys that are kept for an error. */
const maxKeys = 5000;

/**
 * Finds the value that a path leads to, without building values: the text is scanned once. Accepts comments and trailing
 * commas. Of a repeated key, the first counts. Throws `JsonSyntaxError` where the text before the value is not JSON.
 */
export function findJsonValue(text: string, steps: readonly JsonStep[]): JsonSpan | JsonMiss {
  let start = skipSpace(text, 0);
  for (const [depth, step] of steps.entries()) {
    const found = memberOf(text, start, step);
    if (typeof found !== "number") return { depth, ...found };
    start = found;
  }
  return { start, end: valueEnd(text, start) };
}

type Members = Omit<JsonMiss, "depth">;

/** Returns the offset of a member's value, or what the container has instead. */
function memberOf(text: string, start: number, step: JsonStep): number | Members {
  const open = text.charAt(start);
  if (open !== "{" && open !== "[") return {};
  const isArray = open === "[";
  const keys: string[] = [];
  let count = 0;
  for (let at = skipSpace(text, start + 1); !isClosing(text, at); at = nextMember(text, at)) {
    const key = isArray ? { name: count, valueAt: at } : keyAt(text, at);
    if (key.name === step) return key.valueAt;
    if (typeof key.name === "string" && keys.length < maxKeys) keys.push(key.name);
    count += 1;
    at = key.valueAt;
  }
  return isArray ? { items: count } : { keys };
}

/** Returns the offset of the member after the value at `value`, or of the closing bracket. */
function nextMember(text: string, value: number): number {
  const at = skipSpace(text, valueEnd(text, value));
  if (text.charAt(at) === ",") return skipSpace(text, at + 1);
  if (!isClosing(text, at)) throw new JsonSyntaxError(at);
  return at;
}

function isClosing(text: string, at: number): boolean {
  const character = text.charAt(at);
  return character === "}" || character === "]";
}

function keyAt(text: string, at: number): { readonly name: string; readonly valueAt: number } {
  const isQuoted = isQuote(text.charAt(at));
  const end = isQuoted ? stringEnd(text, at) : wordEnd(text, at);
  const colon = skipSpace(text, end);
  if (text.charAt(colon) !== ":") throw new JsonSyntaxError(colon);
  const raw = text.slice(at, end);
  return { name: isQuoted ? stringValue(raw, at) : raw, valueAt: skipSpace(text, colon + 1) };
}

function stringValue(raw: string, at: number): string {
  if (!raw.includes("\\")) return raw.slice(1, -1);
  try {
    return String(JSON.parse(raw));
  } catch {
    throw new JsonSyntaxError(at);
  }
}

/** Returns the offset after a value of any depth. */
export function valueEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  if ("}],:".includes(text.charAt(at))) throw new JsonSyntaxError(at);
  do {
    const character = text.charAt(at);
    if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    at = tokenEnd(text, at);
    if (depth > 0) at = skipSpace(text, at);
  } while (depth > 0);
  return at;
}

/** Returns the offset after the token at an offset. */
export function tokenEnd(text: string, at: number): number {
  const character = text.charAt(at);
  if (character === "") throw new JsonSyntaxError(at);
  if (isQuote(character)) return stringEnd(text, at);
  return "{}[],:".includes(character) ? at + 1 : wordEnd(text, at);
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'";
}

function stringEnd(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let at = text.indexOf(quote, start + 1); at >= 0; at = text.indexOf(quote, at + 1)) {
    let slashes = 0;
    while (text.charAt(at - 1 - slashes) === "\\") slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  throw new JsonSyntaxError(start);
}

const word = /[^\s,:{}[\]"']+/y;

function wordEnd(text: string, at: number): number {
  word.lastIndex = at;
  if (!word.test(text)) throw new JsonSyntaxError(at);
  return word.lastIndex;
}

const space = /[\s\uFEFF]*/y;

/** Returns the offset after white space and comments. */
export function skipSpace(text: string, start: number): number {
  for (let at = start; ;) {
    space.lastIndex = at;
    space.test(text);
    at = space.lastIndex;
    const mark = text.slice(at, at + 2);
    if (mark !== "//" && mark !== "/*") return at;
    const end = text.indexOf(mark === "//" ? "\n" : "*/", at + 2);
    at = end < 0 ? text.length : end + 2 - (mark === "//" ? 1 : 0);
  }
}
