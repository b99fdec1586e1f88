/** The kind of a token. */
export type RtfTokenKind = "open" | "close" | "word" | "symbol" | "hex" | "text" | "bin" | "end";

/** Iterates over the tokens of an RTF file in linear time. The fields describe the current token. */
export interface RtfTokens {
  kind: RtfTokenKind;
  /** The control word, or the character of a control symbol. */
  word: string;
  /** The numeric parameter of a control word. */
  parameter: number | undefined;
  /** The byte of a `\'hh`. */
  byte: number;
  /** Start and end offsets of text or of the data of `\bin`. */
  start: number;
  end: number;
  /** Advances to the next token. */
  advance(): void;
}

const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const apostrophe = 0x27;
const minus = 0x2d;
const space = 0x20;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Maximum length of a control word; RTF 1.9.1 has none longer than 32 letters. */
const maxWordLetters = 64;

interface State extends Omit<RtfTokens, "advance"> {
  at: number;
}

/** Creates a tokenizer before the first token. */
export function createRtfTokens(bytes: Uint8Array): RtfTokens {
  const state: State = { kind: "end", word: "", parameter: undefined, byte: 0, start: 0, end: 0, at: 0 };
  return Object.assign(state, { advance: () => advance(state, bytes) });
}

function advance(state: State, bytes: Uint8Array): void {
  while (bytes[state.at] === lineFeed || bytes[state.at] === carriageReturn) state.at += 1;
  const byte = bytes[state.at];
  if (byte === undefined) {
    state.kind = "end";
  } else if (byte === openBrace || byte === closeBrace) {
    state.at += 1;
    state.kind = byte === openBrace ? "open" : "close";
  } else if (byte === backslash) {
    control(state, bytes);
  } else {
    text(state, bytes);
  }
}

function text(state: State, bytes: Uint8Array): void {
  state.kind = "text";
  state.start = state.at;
  let at = state.at + 1;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === backslash || byte === openBrace || byte === closeBrace) break;
    if (byte === lineFeed || byte === carriageReturn) break;
  }
  state.end = at;
  state.at = at;
}

function control(state: State, bytes: Uint8Array): void {
  const next = bytes[state.at + 1] ?? space;
  if (isLetter(next)) return word(state, bytes);
  if (next !== apostrophe) {
    state.kind = "symbol";
    state.word = String.fromCodePoint(next);
    state.at += 2;
    return;
  }
  const value = hexDigit(bytes[state.at + 2]) * 16 + hexDigit(bytes[state.at + 3]);
  state.kind = "hex";
  state.byte = Number.isNaN(value) ? 0x3f : value;
  state.at += Number.isNaN(value) ? 2 : 4;
}

function word(state: State, bytes: Uint8Array): void {
  const start = state.at + 1;
  let at = start;
  let letters = "";
  for (; isLetter(bytes[at]) && at - start < maxWordLetters; at += 1) letters += String.fromCharCode(bytes[at] ?? 0);
  state.word = letters;
  state.at = at;
  parameter(state, bytes);
  if (bytes[state.at] === space) state.at += 1;
  state.kind = "word";
  if (state.word === "bin") binary(state, bytes);
}

function parameter(state: State, bytes: Uint8Array): void {
  const isNegative = bytes[state.at] === minus && isDigit(bytes[state.at + 1]);
  let at = isNegative ? state.at + 1 : state.at;
  let value: number | undefined;
  for (; isDigit(bytes[at]); at += 1) value = Math.min((value ?? 0) * 10 + (bytes[at] ?? 0) - 0x30, 0xffff_ffff);
  state.parameter = value !== undefined && isNegative ? -value : value;
  state.at = at;
}

/** The bytes after `\bin` are never parsed as RTF. */
function binary(state: State, bytes: Uint8Array): void {
  state.kind = "bin";
  state.start = state.at;
  state.end = Math.min(bytes.length, state.at + Math.max(0, state.parameter ?? 0));
  state.at = state.end;
}

function isLetter(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Returns the value of a hexadecimal digit, or `NaN` for other bytes. */
export function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return Number.NaN;
  if (isDigit(byte)) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN;
}
