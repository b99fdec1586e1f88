/** One message on the channel: a JSON head and binary data. */
export interface Frame {
  readonly head: unknown;
  /** The binary data. Empty for most messages. */
  readonly tail: Uint8Array;
}

/** Size of the prefix that holds the lengths of head and tail. */
const prefixBytes = 8;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Encodes the part of a frame before its tail: the lengths of head and tail (32 bits, little endian) and the head as
 * JSON. JSON, because the receiver must not trust the sender: parsing it can only create plain data.
 */
export function encodeHead(head: unknown, tailBytes = 0): Uint8Array {
  const json = encoder.encode(JSON.stringify(head));
  const start = new Uint8Array(prefixBytes + json.length);
  const view = new DataView(start.buffer);
  view.setUint32(0, json.length, true);
  view.setUint32(4, tailBytes, true);
  start.set(json, prefixBytes);
  return start;
}

/** Assembles frames from the chunks of a stream. */
export interface FrameReader {
  /** Throws a `FrameFault` if the bytes are not a frame or exceed the limit. Must not be called after that. */
  push(chunk: Uint8Array): void;
}

/** The received bytes are not a valid frame. */
export class FrameFault extends Error {}

interface Limits {
  readonly maxFrameBytes: number;
}

/**
 * Creates a frame reader that calls `receive` for every complete frame, with its size in bytes. Holds at most one
 * frame.
 */
export function createFrameReader(
  { maxFrameBytes }: Limits,
  receive: (frame: Frame, bytes: number) => void,
): FrameReader {
  // Copies, so that the tail's buffer holds no other data.
  let parts: readonly Uint8Array[] = [];
  let missing = prefixBytes;
  let prefix = new Uint8Array(prefixBytes);

  const begin = (): void => {
    const view = new DataView(prefix.buffer);
    const lengths = [view.getUint32(0, true), view.getUint32(4, true)] as const;
    missing = lengths[0] + lengths[1];
    if (missing > maxFrameBytes) throw new FrameFault(`a frame of ${missing} bytes`);
    parts = lengths.map((length) => new Uint8Array(length));
  };
  const finish = (): void => {
    const [json = prefix, tail = prefix] = parts;
    parts = [];
    missing = prefixBytes;
    prefix = new Uint8Array(prefixBytes);
    receive({ head: parse(json), tail }, prefixBytes + json.length + tail.length);
  };
  const fill = (chunk: Uint8Array): void => {
    const [json, tail] = parts;
    if (json === undefined || tail === undefined) return prefix.set(chunk, prefixBytes - missing);
    const filled = json.length + tail.length - missing;
    const toJson = chunk.subarray(0, Math.max(0, json.length - filled));
    json.set(toJson, Math.min(filled, json.length));
    tail.set(chunk.subarray(toJson.length), Math.max(0, filled - json.length));
  };
  return {
    push(chunk) {
      let rest = chunk;
      while (rest.length > 0) {
        const taken = rest.subarray(0, missing);
        fill(taken);
        missing -= taken.length;
        rest = rest.subarray(taken.length);
        if (missing > 0) return;
        if (parts.length === 0) begin();
        if (missing === 0) finish();
      }
    },
  };
}

function parse(json: Uint8Array): unknown {
  if (hasTooManyValues(json)) throw new FrameFault("a frame with too many values");
  try {
    return JSON.parse(decoder.decode(json));
  } catch {
    throw new FrameFault("a frame whose head is not JSON");
  }
}

/** Maximum number of objects, arrays and commas in one message. The largest real outline has a tenth of that. */
const maxValues = 1_000_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openingBracket = 0x5b;
const openingBrace = 0x7b;

/**
 * True if the JSON has so many values that parsing it would take minutes and gigabytes: 100 MB of `{},` takes 40 s and
 * 3.4 GB. Skips strings.
 */
function hasTooManyValues(json: Uint8Array): boolean {
  // Each value takes at least one byte, so shorter JSON cannot have too many.
  return json.length > maxValues && countValues(json) > maxValues;
}

function countValues(json: Uint8Array): number {
  let parts = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) isText = !isText;
    else if (isText) at += byte === backslash ? 1 : 0;
    else if (byte === comma || byte === openingBracket || byte === openingBrace) parts += 1;
  }
  return parts;
}
