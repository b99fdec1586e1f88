import type { Dialect } from "./dialect.ts";

/**
 * Where in a record a byte stands. A quotation mark opens a quotation only at the start of a field; behind a closing one
 * the field goes on without; both as Python's `csv` has it.
 */
export const state = {
  fieldStart: 0,
  unquoted: 1,
  quoted: 2,
  /** Behind a quotation mark inside of a quotation: it ends it, or stands for itself where another one follows. */
  closing: 3,
  /** Behind a backslash inside of a quotation. */
  escaped: 4,
  /** Behind a carriage return that ended a record: a line feed may belong to it. */
  afterReturn: 5,
  recordStart: 6,
} as const;

/** One of them. */
export type State = (typeof state)[keyof typeof state];

const kind = { other: 0, quote: 1, delimiter: 2, feed: 3, return: 4, blank: 5, backslash: 6 } as const;
const kindCount = 8;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const backslash = 0x5c;

/** A dialect as tables: the kind of each byte, and the state behind each kind in each state. */
export interface RecordMachine {
  readonly dialect: Dialect;
  readonly kinds: Uint8Array;
  readonly next: Uint8Array;
  readonly quoteByte: number;
  readonly delimiterByte: number;
}

/** The machine of a dialect. */
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

/** Behind the end of a field and of a record alike. */
const ends: readonly (readonly [number, State])[] = [
  [kind.delimiter, state.fieldStart],
  [kind.feed, state.recordStart],
  [kind.return, state.afterReturn],
];

/** What differs from the first state named, which every kind not named leads to. */
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

/** Where records start. */
export interface RecordStarts {
  /** Offsets, ascending. */
  readonly starts: readonly number[];
  /** The state behind the last byte. */
  readonly state: State;
}

/**
 * Where in bytes records start, given the state in front of them. Lines without a quotation mark are passed over at
 * once; the rest goes byte by byte.
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

/** A line feed behind a carriage return ends the same record. */
function startsHere(now: number, each: number): boolean {
  return now === state.recordStart || (now === state.afterReturn && each !== kind.feed);
}

/** Tells the end of the line at an offset, behind its line feed; undefined where it holds a mark or has another end. */
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

/** Whether a byte behind this state is inside of quotation marks. */
export function isInside(at: State): boolean {
  return at === state.quoted || at === state.escaped;
}
