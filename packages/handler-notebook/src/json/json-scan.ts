/** Why and where a text is not JSON. */
export interface JsonFault {
  /** In UTF-16 units from 0; the length of the text where it ends too early. */
  readonly offset: number;
  /** What would have been right there. */
  readonly expected: string;
}

/** A literal that Python writes and JSON does not know: `NaN`, `Infinity`, `-Infinity`. Offsets in UTF-16 units. */
export interface NonFiniteNumber {
  readonly start: number;
  readonly end: number;
}

/** What a scan found. */
export interface JsonScan {
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
 * Finds the first place that is not JSON, which `JSON.parse` tells only of some faults. It keeps its own stack, so
 * that no depth of nesting overflows, and looks at each character once.
 */
export function scanJson(text: string): JsonScan {
  const state: State = { text, open: [], nonFiniteNumbers: [], offset: 0 };
  let next: Step | JsonFault | undefined = readValue;
  while (typeof next === "function") {
    state.offset = skipWhiteSpace(text, state.offset);
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

/** Moves after the closing quote. Fails if it is missing or a character is not allowed in a string. */
function readString(state: State): JsonFault | undefined {
  const { text } = state;
  let at = state.offset + 1;
  for (let code = text.charCodeAt(at); code !== 0x22; code = text.charCodeAt(at)) {
    // Not a number is the end of the text.
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

function skipWhiteSpace(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); isWhiteSpace(code); code = text.charCodeAt(at)) at += 1;
  return at;
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
