import { constants, createInflateRaw, inflateRawSync } from "node:zlib";
import type { PDFObject } from "mupdf";
import { NotQuick } from "../base/not-quick.ts";
import { entriesIn, printed } from "../base/printed-object.ts";

/** The versions of Node in which it was tried: one that takes other arguments might end the process instead of throwing. */
const triedIn = /^Node\.js\/2[246]$/;

/** Content that is longer is a map or a drawing, in which text is the smaller part of the work. */
const maxQuickBytes = 1_000_000;

/** Streams that the content of a page is spread over. */
const maxStreams = 100;

/**
 * Content is inflated by Node, in half of the engine's time, and always into the same place: to make new memory for each
 * page would leave gaps between what lives longer, of which a process of many documents grew by 30 MB. Where Node cannot do
 * so, the engine inflates what is short into memory of its own. Deflated data swells by a thousand times at most; what is
 * longer is inflated with an end to it.
 */
const inflater = createInflater(maxQuickBytes);

const maxInflatedByEngine = 16_384;

const space = 0x20;

const nothing = new Uint8Array(0);

/** Where the content of the page stands that is being read. */
const scratch = new Uint8Array(maxQuickBytes);

/** What is made of bytes that are the engine's, and are gone soon. */
type Keep = (bytes: Uint8Array) => Uint8Array;

/**
 * The content of a page, which stands there until the next one is asked for: its streams, with white space between them as
 * the engine puts it there. Throws `NotQuick` where it is too long, or where a part of it is damaged or missing.
 */
export function pageBytes(contents: PDFObject): Uint8Array {
  if (contents.isNull()) return nothing;
  if (!contents.isArray()) return bytesOf(contents, intoScratch);
  const { length } = contents;
  if (length > maxStreams) throw new NotQuick("content parts");
  if (length === 1) return partAt(contents, 0, intoScratch);
  return joined(contents, length);
}

function partAt(contents: PDFObject, index: number, keep: Keep): Uint8Array {
  const part = contents.get(index);
  try {
    return bytesOf(part, keep);
  } finally {
    part.destroy();
  }
}

function joined(contents: PDFObject, count: number): Uint8Array {
  let length = 0;
  const append: Keep = (part) => {
    if (length + part.length + 1 > maxQuickBytes) throw new NotQuick("content size");
    scratch.set(part, length);
    length += part.length + 1;
    scratch[length - 1] = space;
    return part;
  };
  for (let index = 0; index < count; index += 1) partAt(contents, index, append);
  return scratch.subarray(0, length);
}

function intoScratch(bytes: Uint8Array): Uint8Array {
  scratch.set(bytes);
  return scratch.subarray(0, bytes.length);
}

function copied(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes);
}

/** What a stream holds once its filters are undone. Throws `NotQuick` as `pageBytes` does. */
export function streamBytes(stream: PDFObject): Uint8Array {
  return bytesOf(stream, copied);
}

function bytesOf(stream: PDFObject, keep: Keep): Uint8Array {
  if (!stream.isStream()) throw new NotQuick("no stream");
  return decoded(stream, entriesIn(printed(stream)), keep);
}

function decoded(stream: PDFObject, entries: ReadonlyMap<string, string>, keep: Keep): Uint8Array {
  const filter = entries.get("Filter") ?? "null";
  const isPlain = filter === "null" || filter === "[]";
  if (isPlain) return rawBytes(stream, (raw) => keep(checked(raw)));
  const isDeflated = filter === "/FlateDecode" || filter === "[/FlateDecode]";
  const isOnlyDeflated = isDeflated && !entries.has("DecodeParms") && !entries.has("DP");
  const content = isOnlyDeflated ? inflated(stream, entries, keep) : undefined;
  return content ?? engineBytes(stream, entries, keep);
}

function rawBytes<Value>(stream: PDFObject, use: (raw: Uint8Array) => Value): Value {
  const buffer = stream.readRawStream();
  try {
    return use(buffer.asUint8Array());
  } finally {
    buffer.destroy();
  }
}

/** Two bytes before the deflated data; the engine does not mind the sum behind it either, which broken writers get wrong. */
const zlibHeaderBytes = 2;

/** Content of text grows to as much, mostly: it fits into one piece, which is the memory that it keeps. */
const expectedGrowth = 6;
const smallestChunk = 4096;
const largestChunk = 131_072;

/** Undefined for what is short and left to the engine. */
function inflated(stream: PDFObject, entries: ReadonlyMap<string, string>, keep: Keep): Uint8Array | undefined {
  const isShort = Number(entries.get("Length")) <= maxInflatedByEngine;
  if (isShort && inflater === undefined) return undefined;
  const content = rawBytes(stream, (raw) => {
    const whole = hasZlibHeader(raw) ? inflatedByNode(raw.subarray(zlibHeaderBytes)) : undefined;
    return whole === undefined ? undefined : keep(whole);
  });
  // Too long, or damaged: what can be saved of it, the engine decides.
  if (content === undefined && !isShort) throw new NotQuick("content stream");
  return content;
}

function inflatedByNode(data: Uint8Array): Uint8Array | undefined {
  return inflater === undefined ? inflatedAlone(data) : inflater.inflate(data);
}

function inflatedAlone(data: Uint8Array): Uint8Array | undefined {
  try {
    const chunkSize = Math.min(largestChunk, Math.max(smallestChunk, data.length * expectedGrowth));
    return inflateRawSync(data, { maxOutputLength: maxQuickBytes, chunkSize });
  } catch {
    return undefined;
  }
}

/** The header of deflated data (RFC 1950) that needs no dictionary. */
function hasZlibHeader([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0 && (flags & 0x20) === 0;
}

/** Filters that can swell by more than a thousand times are not undone before it is known how long their result is. */
const maxFilteredBytes = 65_536;

/** One filter, and letters in which its data may be written: two filters on top of each other swell by a million times. */
const oneFilter =
  /^\[?(?:\/(?:ASCII85Decode|A85|ASCIIHexDecode|AHx) ?)?(?:\/(?:FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL))?\]?$/u;

function engineBytes(stream: PDFObject, entries: ReadonlyMap<string, string>, keep: Keep): Uint8Array {
  const length = Number(entries.get("Length"));
  if (!(length <= maxFilteredBytes) || !oneFilter.test(entries.get("Filter") ?? ""))
    throw new NotQuick("content filter");
  const buffer = stream.readStream();
  try {
    return keep(checked(buffer.asUint8Array()));
  } finally {
    buffer.destroy();
  }
}

function checked(bytes: Uint8Array): Uint8Array {
  if (bytes.length > maxQuickBytes) throw new NotQuick("content size");
  return bytes;
}

/**
 * What the streams of Node's `zlib` inflate with. It is not documented, though the same in all versions, and packages of
 * many users work with it (`pngjs`, `minizlib`): it is used in versions in which it was tried,
 * looked at before, and done without where it is other.
 */
interface Handle {
  writeSync(flush: number, input: Uint8Array, ...places: readonly unknown[]): void;
  reset(): void;
  onerror: (message: string) => void;
}

/** Inflates data without a header, one after the other into the same place. */
export interface Inflater {
  /** The data inflated, which stands there until the next; undefined where it is damaged or too long. */
  readonly inflate: (data: Uint8Array) => Uint8Array | undefined;
}

/**
 * Makes an inflater of data of less than so many bytes. A state and memory of its own for each would leave gaps between what
 * lives longer, which is why `inflateRawSync` will not do. Undefined where Node has none of what that takes.
 */
export function createInflater(maxBytes: number): Inflater | undefined {
  const begin = beginHandle;
  let current = begin();
  if (current === undefined) return undefined;
  const place = new Uint8Array(maxBytes);
  return {
    inflate(data) {
      current ??= begin();
      if (current === undefined) return undefined;
      const { handle, left } = current;
      let isDamaged = false;
      handle.onerror = () => {
        isDamaged = true;
      };
      handle.writeSync(constants.Z_FINISH, data, 0, data.length, place, 0, place.length);
      const [free = 0] = left;
      if (isDamaged) current = undefined;
      else handle.reset();
      return isDamaged || free === 0 ? undefined : place.subarray(0, place.length - free);
    },
  };
}

interface OpenHandle {
  readonly handle: Handle;
  /** Bytes that are left of the place, and of the data. */
  readonly left: Uint32Array;
}

function beginHandle(): OpenHandle | undefined {
  if (!triedIn.test(navigator.userAgent)) return undefined;
  const stream = createInflateRaw() as { readonly _handle?: unknown; readonly _writeState?: unknown };
  const { _handle: handle, _writeState: left } = stream;
  return isHandle(handle) && left instanceof Uint32Array ? { handle, left } : undefined;
}

function isHandle(value: unknown): value is Handle {
  const { writeSync, reset } = (value ?? {}) as Partial<Handle>;
  return typeof writeSync === "function" && typeof reset === "function";
}
