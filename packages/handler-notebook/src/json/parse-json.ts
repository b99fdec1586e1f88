import { ReadError } from "@reader/core/handler";

/**
 * Maximum nesting. Real notebooks stay under 50 levels (chart specifications are the deepest). The limit is far below
 * what overflows the stack of `JSON.stringify`, and keeps the parser from allocating millions of levels.
 */
const maxDepth = 500;

/**
 * Parses JSON as Python writes it: `NaN` and infinities, which Python's encoder writes, become strings. Throws
 * `corrupt`, with line and column, if the text is not JSON or nested too deep.
 */
export function parseJson(text: string, path: string): unknown {
  checkDepth(text, path);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { fault, nonFiniteNumbers } = scanJson(text);
    if (fault !== undefined) throw describeFault({ text, path, fault, cause });
    return JSON.parse(quote(text, nonFiniteNumbers));
  }
}

function checkDepth(text: string, path: string): void {
  const offset = findTooDeep(text);
  if (offset === undefined) return;
  const { line, column } = positionOf(text, offset);
  throw new ReadError("corrupt", `${path} nests its JSON deeper than ${maxDepth} levels, at line ${line}.`, {
    hint: "Save the notebook again without the output that is nested so deep.",
    details: { limit: { name: "json depth", value: maxDepth }, line, column },
  });
}

/** Returns the offset at which the nesting exceeds the limit, or `undefined`. Skips strings. */
function findTooDeep(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    if (depth > maxDepth) return at;
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at += 1;
  }
  return text.length;
}

function quote(text: string, numbers: readonly NonFiniteNumber[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of numbers) {
    pieces.push(text.slice(copied, start), `"${text.slice(start, end)}"`);
    copied = end;
  }
  return pieces.join("") + text.slice(copied);
}

interface Fault {
  readonly text: string;
  readonly path: string;
  readonly fault: JsonFault;
  readonly cause: unknown;
}

function describeFault({ text, path, fault, cause }: Fault): ReadError {
  const { line, column } = positionOf(text, fault.offset);
  const actual = fault.offset >= text.length ? "the file ends there" : `found ${shown(text, fault.offset)}`;
  const where = `line ${line}, column ${column}`;
  return new ReadError("corrupt", `${path} is not valid JSON at ${where}: expected ${fault.expected}, ${actual}.`, {
    hint: hintFor(text, fault.offset, where),
    details: { line, column },
    cause,
  });
}

function hintFor(text: string, offset: number, where: string): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset + 8);
  if (/^(?:<{7}|={7}|>{7})/.test(line)) return `Resolve the merge conflict at ${where}, then read the notebook again.`;
  if (offset >= text.length) return "Get the whole file again: it was cut off while it was written or copied.";
  return `Repair the JSON at ${where}, then read the notebook again.`;
}

/** Returns a character for a message. Control characters are shown by number. */
function shown(text: string, offset: number): string {
  const code = text.codePointAt(offset) ?? 0;
  if (code === 0x22) return "a quotation mark";
  const isPlain = code >= 0x20 && code !== 0x7f && !/\p{C}/u.test(String.fromCodePoint(code));
  return isPlain ? `"${String.fromCodePoint(code)}"` : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Returns line and column, both from 1. The column counts characters. CR LF, CR and LF end lines, as in the core. */
function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  let line = 1;
  let start = 0;
  for (const { index, 0: end } of before.matchAll(/\r\n|\r|\n/g)) {
    line += 1;
    start = index + end.length;
  }
  return { line, column: countCharacters(before, start) + 1 };
}

/** Counts characters without creating a list, because a minified notebook is one long line. */
function countCharacters(text: string, start: number): number {
  let count = 0;
  for (let at = start; at < text.length; at += 1) {
    const isLowSurrogate = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
    if (!isLowSurrogate) count += 1;
  }
  return count;
}

/** The first fault of a text that is not JSON. */
interface JsonFault {
  /** UTF-16 offset. The length of the text if it ends too early. */
  readonly offset: number;
  /** What JSON requires there. */
  readonly expected: string;
}

/** A literal that Python writes but JSON lacks: `NaN`, `Infinity`, `-Infinity`. UTF-16 offsets. */
interface NonFiniteNumber {
  readonly start: number;
  readonly end: number;
}

/** The result of a scan. */
interface JsonScan {
  readonly fault: JsonFault | undefined;
  readonly nonFiniteNumbers: readonly NonFiniteNumber[];
}

interface State {
  readonly text: string;
  readonly open: Closer[];
  readonly nonFiniteNumbers: NonFiniteNumber[];
  offset: number;
}

type Closer = "}" | "]";
type Step = (state: State) => Step | JsonFault | undefined;

/**
 * Finds the first fault, whose position `JSON.parse` reports only for some kinds. Keeps its own stack, so that no
 * nesting overflows it, and reads each character once.
 */
export function scanJson(text: string): JsonScan {
  const state: State = { text, open: [], nonFiniteNumbers: [], offset: 0 };
  let next: Step | JsonFault | undefined = readValue;
  while (typeof next === "function") {
    state.offset = skipWhitespace(text, state.offset);
    next = next(state);
  }
  return { fault: next, nonFiniteNumbers: state.nonFiniteNumbers };
}

const readValue: Step = (state) => {
  const character = state.text[state.offset];
  if (character === "{") return enter(state, "}", readFirstKey);
  if (character === "[") return enter(state, "]", readFirstItem);
  if (character === '"') return readString(state) ?? readAfterValue;
  return readLiteral(state);
};

const readFirstItem: Step = (state) => (state.text[state.offset] === "]" ? leave(state) : readValue);

const readFirstKey: Step = (state) =>
  state.text[state.offset] === "}" ? leave(state) : readKey(state, 'a name in quotes or "}"');

const readNextKey: Step = (state) => readKey(state, "a name in quotes");

const readColon: Step = (state) => {
  if (state.text[state.offset] !== ":") return faultAt(state, "a colon after the name");
  state.offset += 1;
  return readValue;
};

const readAfterValue: Step = (state) => {
  const closer = state.open.at(-1);
  const character = state.text[state.offset];
  if (closer === undefined) return character === undefined ? undefined : faultAt(state, "the end of the file");
  if (character === closer) return leave(state);
  if (character !== ",") return faultAt(state, `a comma or "${closer}"`);
  state.offset += 1;
  return closer === "}" ? readNextKey : readValue;
};

function readKey(state: State, expected: string): Step | JsonFault {
  if (state.text[state.offset] !== '"') return faultAt(state, expected);
  return readString(state) ?? readColon;
}

function enter(state: State, closer: Closer, next: Step): Step {
  state.open.push(closer);
  state.offset += 1;
  return next;
}

function leave(state: State): Step {
  state.open.pop();
  state.offset += 1;
  return readAfterValue;
}

const literals = /(?:true|false|null|(-?(?:NaN|Infinity))|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

function readLiteral(state: State): Step | JsonFault {
  literals.lastIndex = state.offset;
  const match = literals.exec(state.text);
  if (match === null) return faultAt(state, "a value");
  const end = state.offset + match[0].length;
  if (match[1] !== undefined) state.nonFiniteNumbers.push({ start: state.offset, end });
  state.offset = end;
  return readAfterValue;
}

const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Moves after the closing quote. Returns a fault if it is missing or a character is not allowed in a string. */
function readString(state: State): JsonFault | undefined {
  const { text } = state;
  let at = state.offset + 1;
  for (let code = text.charCodeAt(at); code !== 0x22; code = text.charCodeAt(at)) {
    // NaN means the end of the text.
    if (!(code >= 0x20)) return faultAt({ ...state, offset: at }, "a closing quote");
    const length = code === 0x5c ? escapeLength(text, at) : 1;
    if (length === 0) return faultAt({ ...state, offset: at }, "a valid escape after the backslash");
    at += length;
  }
  state.offset = at + 1;
  return undefined;
}

function escapeLength(text: string, at: number): number {
  escape.lastIndex = at;
  return escape.exec(text)?.[0].length ?? 0;
}

function faultAt({ offset }: State, expected: string): JsonFault {
  return { offset, expected };
}

function skipWhitespace(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); isWhitespace(code); code = text.charCodeAt(at)) at += 1;
  return at;
}

function isWhitespace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
