/** The result of scanning bytes as UTF-8. */
export interface Utf8Facts {
  /** The number of well-formed sequences of two bytes or more. */
  readonly sequences: number;
  /** The number of bytes that are not part of a well-formed sequence. */
  readonly badBytes: number;
  /** The number of bytes of a sequence that is cut off by the end of the bytes. They do not count as bad. */
  readonly cutBytes: number;
  readonly nulBytes: number;
  /**
   * The number of control characters not used in text. Excludes tab, line breaks, backspace, bell, escape, form feed
   * and NUL.
   */
  readonly controls: number;
  readonly escapes: number;
}

const continuationMask = 0xc0;
const continuation = 0x80;

/** Text is damaged UTF-8 if it has more than this many good sequences per bad byte. */
const sequencesPerBadByte = 2;

/**
 * True if text with invalid UTF-8 is damaged UTF-8, as opposed to text in a legacy encoding. Either good sequences far
 * outnumber bad bytes, or most non-ASCII runs are valid UTF-8: an accented letter of a legacy encoding stands alone and
 * is not a valid sequence, and three bytes that form one by accident are very rare.
 */
export function isDamagedUtf8(bytes: Uint8Array, { sequences, badBytes }: Utf8Facts): boolean {
  if (sequences > sequencesPerBadByte * badBytes) return true;
  const { wholeWeight, broken } = stretchesIn(bytes);
  return wholeWeight > broken;
}

interface Stretches {
  /**
   * Bytes of valid runs after the first of each sequence: 1 for a two-byte sequence, but 3 for three bytes and 4 for
   * four.
   */
  readonly wholeWeight: number;
  /** The number of runs with a byte that is not part of a sequence. */
  readonly broken: number;
}

/** Measures the runs of non-ASCII bytes. A run that is cut off by the end of the bytes does not count. */
function stretchesIn(bytes: Uint8Array): Stretches {
  let wholeWeight = 0;
  let broken = 0;
  let position = 0;
  while (position < bytes.length) {
    const { end, weight, isBroken } = stretchAt(bytes, position);
    wholeWeight += weight;
    if (isBroken) broken += 1;
    position = Math.max(end, position + 1);
  }
  return { wholeWeight, broken };
}

/** Returns where the run that starts here ends, its weight if it is valid, and whether it has a bad byte. */
function stretchAt(bytes: Uint8Array, start: number): { end: number; weight: number; isBroken: boolean } {
  let weight = 0;
  let shortest = Number.POSITIVE_INFINITY;
  let isCut = false;
  let end = start;
  while ((bytes[end] ?? 0) >= 0x80) {
    const length = sequenceLength(bytes, end);
    isCut ||= length < 0;
    shortest = Math.min(shortest, Math.abs(length));
    weight += length < 3 ? 1 : length;
    end += Math.max(1, Math.abs(length));
  }
  const isBroken = shortest === 0;
  return { end, weight: isBroken || isCut ? 0 : weight, isBroken };
}

/** Bit mask of control characters in text written by terminals, printers and DOS: BEL BS HT LF VT FF CR SUB ESC. */
const textControls = 0x0c00_3f80;

/** Scans bytes as UTF-8 without decoding them. Overlong forms, surrogates and code points above U+10FFFF are bad. */
export function scanUtf8(bytes: Uint8Array): Utf8Facts {
  let sequences = 0;
  let badBytes = 0;
  let cutBytes = 0;
  let nulBytes = 0;
  let controls = 0;
  let escapes = 0;
  let position = 0;
  while (position < bytes.length) {
    const byte = bytes[position] ?? 0;
    if (byte < 0x80) {
      position += 1;
      if (byte === 0) nulBytes += 1;
      else if (byte === 0x1b) escapes += 1;
      else if (isControl(byte)) controls += 1;
      continue;
    }
    const length = sequenceLength(bytes, position);
    if (length > 0) sequences += 1;
    else if (length < 0) cutBytes = -length;
    else badBytes += 1;
    position += Math.max(1, Math.abs(length));
  }
  return { sequences, badBytes, cutBytes, nulBytes, controls, escapes };
}

/** True if a byte is a control character not used in text. NUL is not included. */
export function isControl(byte: number): boolean {
  if (byte === 0x7f) return true;
  return byte < 0x20 && byte !== 0 && ((textControls >>> byte) & 1) === 0;
}

/** Returns the length of the sequence that starts here; 0 if it is malformed, negative if it is cut off by the end. */
function sequenceLength(bytes: Uint8Array, start: number): number {
  const lead = bytes[start] ?? 0;
  const length = lengthByLead(lead);
  if (length === 0) return 0;
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[start + index];
    if (byte === undefined) return -index;
    if ((byte & continuationMask) !== continuation) return 0;
    if (index === 1 && !isSecondByte(lead, byte)) return 0;
  }
  return length;
}

function lengthByLead(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/**
 * Checks the second byte, which alone reveals overlong forms, surrogates and too large code points (Unicode, table
 * 3-7).
 */
function isSecondByte(lead: number, byte: number): boolean {
  if (lead === 0xe0) return byte >= 0xa0;
  if (lead === 0xed) return byte < 0xa0;
  if (lead === 0xf0) return byte >= 0x90;
  return lead !== 0xf4 || byte < 0x90;
}
