import type { StreamDecoder } from "./block-decoder.ts";

/** Encodings that neither Node nor iconv-lite supports. */
export type ShiftedEncoding = "hz-gb-2312" | "iso-2022-kr";

/**
 * Creates a decoder for an encoding with shift sequences: HZ (RFC 1843) or ISO-2022-KR (RFC 1557). In both, every line
 * starts in ASCII, so that lines can be decoded separately. The decoder sets the high bit of shifted bytes and decodes
 * them as GB2312 or KS X 1001.
 */
export function createShiftedDecoder(encoding: ShiftedEncoding): StreamDecoder {
  const inner: StreamDecoder = new TextDecoder(encoding === "hz-gb-2312" ? "gb18030" : "euc-kr", { ignoreBOM: true });
  const unshift = encoding === "hz-gb-2312" ? unshiftHz : unshiftKorean;
  let isInside = false;
  let held = new Uint8Array(0);
  return {
    decode(bytes, { stream = false } = {}) {
      const whole = new Uint8Array(held.length + bytes.length);
      whole.set(held);
      whole.set(bytes, held.length);
      const state = { isInside, isLast: !stream };
      const { raised, used } = unshift(whole, state);
      isInside = stream && state.isInside;
      held = stream ? whole.slice(used) : new Uint8Array(0);
      return inner.decode(raised, { stream });
    },
  };
}

/** The shift state before and after a chunk. `isLast` means that nothing follows the chunk. */
interface ShiftState {
  isInside: boolean;
  readonly isLast: boolean;
}

/**
 * The bytes without shift sequences, and how many bytes of the chunk were used. A truncated escape at its end is not
 * used.
 */
interface Unshifted {
  readonly raised: Uint8Array;
  readonly used: number;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const tilde = 0x7e;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Decodes the escapes of HZ: `~{` and `~}` shift, `~~` is a tilde, and a tilde at the end of a line joins it to the
 * next one. That line break is kept.
 */
function unshiftHz(bytes: Uint8Array, state: ShiftState): Unshifted {
  const raised: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    const next = bytes[at + 1];
    const isPair = state.isInside || byte === tilde;
    if (isPair && next === undefined && !state.isLast && !isLineEnd(byte)) break;
    at += takeHz(byte, next, { raised, state });
  }
  return { raised: Uint8Array.from(raised), used: at };
}

interface HzTarget {
  readonly raised: number[];
  readonly state: ShiftState;
}

/** Writes the character at a byte and returns the number of bytes consumed. */
function takeHz(byte: number, next: number | undefined, target: HzTarget): number {
  const { raised, state } = target;
  if (byte === tilde && (next === openBrace || next === closeBrace)) {
    state.isInside = next === openBrace;
    return 2;
  }
  if (isLineEnd(byte)) state.isInside = false;
  else if (state.isInside && next !== undefined && !isLineEnd(next)) {
    raised.push(byte | 0x80, next | 0x80);
    return 2;
  } else if (byte === tilde && !state.isInside) return takeTilde(next, raised);
  raised.push(byte);
  return 1;
}

/** Writes a tilde for two tildes, and nothing for a tilde before a line break. */
function takeTilde(next: number | undefined, raised: number[]): number {
  if (!isLineEnd(next)) raised.push(tilde);
  return next === tilde ? 2 : 1;
}

const escape = 0x1b;
const shiftOut = 0x0e;
const shiftIn = 0x0f;
/** `ESC $ ) C` designates KS X 1001 as the shifted character set. */
const designator = [escape, 0x24, 0x29, 0x43];

function unshiftKorean(bytes: Uint8Array, state: ShiftState): Unshifted {
  const raised: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    const designated = designatedBytes(bytes, at);
    const isCut = at + designated === bytes.length && designated < designator.length;
    if (designated > 0 && isCut && !state.isLast) break;
    if (designated === designator.length) at += designated;
    else {
      takeKorean(bytes[at] ?? 0, state, raised);
      at += 1;
    }
  }
  return { raised: Uint8Array.from(raised), used: at };
}

/** Returns the number of bytes of the designator that match here. */
function designatedBytes(bytes: Uint8Array, start: number): number {
  let count = 0;
  while (count < designator.length && bytes[start + count] === designator[count]) count += 1;
  return count;
}

function takeKorean(byte: number, state: ShiftState, raised: number[]): void {
  const isShift = byte === shiftOut || byte === shiftIn;
  if (isShift || isLineEnd(byte)) state.isInside = byte === shiftOut;
  if (isShift) return;
  const isShifted = state.isInside && byte > 0x20 && byte < 0x7f;
  raised.push(isShifted ? byte | 0x80 : byte);
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === lineFeed || byte === carriageReturn;
}
