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
 * `check` is called before each step, which scans at most the whole text, and may throw.
 */
export function findJsonValue(
  text: string,
  steps: readonly JsonStep[],
  check: () => void = noCheck,
): JsonSpan | JsonMiss {
  let start = skipSpace(text, 0);
  for (const [depth, step] of steps.entries()) {
    check();
    const found = memberOf(text, start, step);
    if (typeof found !== "number") return { depth, ...found };
    start = found;
  }
  return { start, end: valueEnd(text, start) };
}

function noCheck(): void {
  // The caller limits the size of the text instead.
}

type Members = Omit<JsonMiss, "depth">;

/** Returns the offset of a member's value, or what the container has instead. */
function memberOf(text: string, start: number, step: JsonStep): number | Members {
  if (!isContainer(text, start)) return {};
  const wanted = memberName(text, start, step);
  const missed = createMembers(text, start);
  for (let at = firstMember(text, start); !isClosing(text, at); at = afterMember(text, valueEnd(text, at))) {
    const member = missed.next(at);
    if (member.name === wanted) return member.valueAt;
    at = member.valueAt;
  }
  return missed.found();
}

/** True if an object or array starts at an offset. */
export function isContainer(text: string, start: number): boolean {
  const character = text.charAt(start);
  return character === "{" || character === "[";
}

/** Returns a step as the name of a member of the container at an offset: an index from the end as one from the start. */
export function memberName(text: string, start: number, step: JsonStep): JsonStep {
  const isFromEnd = typeof step === "number" && step < 0 && text.charAt(start) === "[";
  return isFromEnd ? countItems(text, start) + step : step;
}

/** The key or index of a member, and the offset of its value. */
interface Member {
  readonly name: JsonStep;
  readonly valueAt: number;
}

/** The members of a container, in order. */
interface MemberNames {
  /** Returns the member at an offset. */
  next(at: number): Member;
  /** Returns what was met so far. */
  found(): Members;
}

/** Names the members of a container in turn, and keeps their keys for an error. */
export function createMembers(text: string, start: number): MemberNames {
  const isArray = text.charAt(start) === "[";
  const keys: string[] = [];
  let count = 0;
  return {
    next(at) {
      const member = isArray ? { name: count, valueAt: at } : keyAt(text, at);
      if (typeof member.name === "string" && keys.length < maxKeys) keys.push(member.name);
      count += 1;
      return member;
    },
    found: () => (isArray ? { items: count } : { keys }),
  };
}

/** Returns the number of items of the array at an offset. */
export function countItems(text: string, start: number): number {
  let count = 0;
  for (let at = firstMember(text, start); !isClosing(text, at); at = afterMember(text, valueEnd(text, at))) count += 1;
  return count;
}

/** Returns the offset of the first member of the object or array at an offset, or of its closing bracket. */
export function firstMember(text: string, start: number): number {
  return skipSpace(text, start + 1);
}

/** Returns the offset of the member after the value that ends at `end`, or of the closing bracket. */
export function afterMember(text: string, end: number): number {
  const at = skipSpace(text, end);
  if (text.charAt(at) === ",") return skipSpace(text, at + 1);
  if (!isClosing(text, at)) throw new JsonSyntaxError(at);
  return at;
}

/** True if an object or array ends at an offset. */
export function isClosing(text: string, at: number): boolean {
  const character = text.charAt(at);
  return character === "}" || character === "]";
}

function keyAt(text: string, at: number): Member & { readonly name: string } {
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
