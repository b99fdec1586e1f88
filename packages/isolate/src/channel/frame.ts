/** One message on the channel: what it says, and the bytes that go with it. */
export interface Frame {
  readonly head: unknown;
  /** Binary data, empty for most. */
  readonly tail: Uint8Array;
}

/** Bytes before a frame: the lengths of its head and of its tail. */
const prefixBytes = 8;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A frame up to its tail, which is written after it as it is: the lengths of both (32 bits, little endian) and the head
 * as JSON. JSON, because the reader may not trust the writer: it makes plain data and nothing else, whatever comes.
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

/** Puts frames together from the chunks of a stream. */
export interface FrameReader {
  /** Throws a `FrameFault` where the bytes are no frame or one larger than allowed; nothing more may be given then. */
  push(chunk: Uint8Array): void;
}

/** Bytes that are not what the channel carries. */
export class FrameFault extends Error {}

interface Limits {
  readonly maxFrameBytes: number;
}

/** Calls `receive` for every whole frame, with its size in bytes. Never holds more than one frame. */
export function createFrameReader(
  { maxFrameBytes }: Limits,
  receive: (frame: Frame, bytes: number) => void,
): FrameReader {
  // Buffers of their own, so that who gets the tail has nothing else in it.
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
  if (hasTooManyParts(json)) throw new FrameFault("a frame of too many parts");
  try {
    return JSON.parse(decoder.decode(json));
  } catch {
    throw new FrameFault("a frame whose head is no JSON");
  }
}

/** Objects, lists and commas in one JSON; the largest outline or description has a tenth of that. */
const maxParts = 1_000_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openingBracket = 0x5b;
const openingBrace = 0x7b;

/**
 * Whether parsing this JSON would make so many values that it takes its reader minutes and gigabytes: 100 MB of `{},`
 * take 40 s and 3.4 GB. Long texts are passed over, whatever is in them.
 */
function hasTooManyParts(json: Uint8Array): boolean {
  // Each part is a byte at least: shorter JSON has not so many.
  return json.length > maxParts && countParts(json) > maxParts;
}

function countParts(json: Uint8Array): number {
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
