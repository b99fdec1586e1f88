import type { Dialect } from "./dialect.ts";

/**
 * The parser states within a record. A quotation mark opens a quotation only at the start of a field. After the closing
 * mark the field continues unquoted. Both rules are those of Python's `csv` module.
 */
export const state = {
  fieldStart: 0,
  unquoted: 1,
  quoted: 2,
  /** After a quotation mark inside a quotation, which ends it unless another mark follows. */
  closing: 3,
  /** After a backslash inside a quotation. */
  escaped: 4,
  /** After a carriage return that ended a record; a line feed may follow. */
  afterReturn: 5,
  recordStart: 6,
} as const;

/** A parser state. */
export type State = (typeof state)[keyof typeof state];

const kind = { other: 0, quote: 1, delimiter: 2, feed: 3, return: 4, blank: 5, backslash: 6 } as const;
const kindCount = 8;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const backslash = 0x5c;

/** A dialect as tables: the class of each byte, and the next state for each class in each state. */
export interface RecordMachine {
  readonly dialect: Dialect;
  readonly kinds: Uint8Array;
  readonly next: Uint8Array;
  readonly quoteByte: number;
  readonly delimiterByte: number;
}

/** Creates the state machine of a dialect. */
export function createRecordMachine(dialect: Dialect): RecordMachine {
  const kinds = new Uint8Array(256);
  const quoteByte = dialect.quote.charCodeAt(0);
  const delimiterByte = dialect.delimiter.charCodeAt(0);
  if (dialect.skipsBlanks) kinds[space] = kind.blank;
  if (dialect.escape === "backslash") kinds[backslash] = kind.backslash;
  kinds[lineFeed] = kind.feed;
  kinds[carriageReturn] = kind.return;
  kinds[delimiterByte] = kind.delimiter;
  kinds[quoteByte] = kind.quote;
  return { dialect, kinds, next: transitions(), quoteByte, delimiterByte };
}

/** The transitions after the end of a field or of a record. */
const ends: readonly (readonly [number, State])[] = [
  [kind.delimiter, state.fieldStart],
  [kind.feed, state.recordStart],
  [kind.return, state.afterReturn],
];

/** The exceptions to the default state, which is the first. */
const rules: readonly (readonly [from: State, otherwise: State, readonly (readonly [number, State])[]])[] = [
  [state.fieldStart, state.unquoted, [...ends, [kind.quote, state.quoted], [kind.blank, state.fieldStart]]],
  [state.afterReturn, state.unquoted, [...ends, [kind.quote, state.quoted], [kind.blank, state.fieldStart]]],
  [state.recordStart, state.unquoted, [...ends, [kind.quote, state.quoted], [kind.blank, state.fieldStart]]],
  [state.unquoted, state.unquoted, ends],
  [
    state.quoted,
    state.quoted,
    [
      [kind.quote, state.closing],
      [kind.backslash, state.escaped],
    ],
  ],
  [state.closing, state.unquoted, [...ends, [kind.quote, state.quoted]]],
  [state.escaped, state.quoted, []],
];

function transitions(): Uint8Array {
  const next = new Uint8Array(rules.length * kindCount);
  for (const [from, otherwise, exceptions] of rules) {
    next.fill(otherwise, from * kindCount, (from + 1) * kindCount);
    for (const [each, to] of exceptions) next[from * kindCount + each] = to;
  }
  return next;
}

/** The starts of records. */
export interface RecordStarts {
  /** Their offsets, ascending. */
  readonly starts: readonly number[];
  /** The state after the last byte. */
  readonly state: State;
}

/**
 * Finds the starts of records, given the state before the first byte. Lines without a quotation mark are skipped at
 * once; the rest is parsed byte by byte.
 */
export function findStarts(machine: RecordMachine, bytes: Uint8Array, from: State): RecordStarts {
  const { kinds, next } = machine;
  const endOfPlain = createPlainLines(bytes, machine.quoteByte);
  const starts: number[] = [];
  let now: number = from;
  for (let at = 0; at < bytes.length;) {
    const end = now === state.recordStart ? endOfPlain(at) : undefined;
    const each = kinds[bytes[at] ?? 0] ?? 0;
    if (startsHere(now, each)) starts.push(at);
    if (end === undefined) now = next[now * kindCount + each] ?? 0;
    at = end ?? at + 1;
  }
  return { starts, state: now as State };
}

/** True if a record starts here. A line feed after a carriage return belongs to the same line end. */
function startsHere(now: number, each: number): boolean {
  return now === state.recordStart || (now === state.afterReturn && each !== kind.feed);
}

/**
 * Returns a function that finds the end of the line at an offset, after its line feed. It returns `undefined` if the
 * line contains a quotation mark or has another line end.
 */
function createPlainLines(bytes: Uint8Array, quoteByte: number): (at: number) => number | undefined {
  let quote = -1;
  let lineReturn = -1;
  const find = (byte: number, at: number): number => {
    const found = bytes.indexOf(byte, at);
    return found < 0 ? bytes.length : found;
  };
  return (at) => {
    if (quote < at) quote = find(quoteByte, at);
    if (lineReturn < at) lineReturn = find(carriageReturn, at);
    const feed = find(lineFeed, at);
    const isPlain = feed < quote && (feed < lineReturn || feed === lineReturn + 1);
    return isPlain ? feed + 1 : undefined;
  };
}

/** True if a byte after this state is inside quotation marks. */
export function isInside(at: State): boolean {
  return at === state.quoted || at === state.escaped;
}
