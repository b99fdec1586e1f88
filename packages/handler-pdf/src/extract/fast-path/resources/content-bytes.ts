import { constants, createInflateRaw, inflateRawSync } from "node:zlib";
import type { PDFObject } from "mupdf";
import { UnsupportedContent } from "../base/unsupported-content.ts";
import { entriesIn, printed } from "../base/printed-object.ts";

/** The tested versions of Node: another signature might end the process instead of throwing. */
const triedIn = /^Node\.js\/2[246]$/;

/**
 * Maximum content size for the fast path, in bytes. Longer content is a map or a drawing, in which text is a small part
 * of the work.
 */
const maxFastPathBytes = 1_000_000;

/** Maximum number of content streams of a page. */
const maxStreams = 100;

/**
 * Content is inflated by Node, in half the engine's time, and always into the same buffer: new memory for each page
 * would fragment the heap, which grew by 30 MB in a process of many documents. Without Node's inflater, the engine
 * inflates short streams. Deflated data expands at most a thousand times, so longer streams are inflated with a limit.
 */
const inflater = createInflater(maxFastPathBytes);

const maxInflatedByEngine = 16_384;

const space = 0x20;

const nothing = new Uint8Array(0);

/** The content of the current page. */
const scratch = new Uint8Array(maxFastPathBytes);

/** Processes bytes of the engine, which are only valid during the call. */
type Keep = (bytes: Uint8Array) => Uint8Array;

/**
 * Returns the content of a page, valid until the next call: its streams, separated by whitespace as in the engine.
 * Throws `UnsupportedContent` if it is too long, or if a part is damaged or missing.
 */
export function pageBytes(contents: PDFObject): Uint8Array {
  if (contents.isNull()) return nothing;
  if (!contents.isArray()) return bytesOf(contents, intoScratch);
  const { length } = contents;
  if (length > maxStreams) throw new UnsupportedContent("content parts");
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
    if (length + part.length + 1 > maxFastPathBytes) throw new UnsupportedContent("content size");
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

/** Returns the decoded bytes of a stream. Throws `UnsupportedContent` as `pageBytes` does. */
export function streamBytes(stream: PDFObject): Uint8Array {
  return bytesOf(stream, copied);
}

function bytesOf(stream: PDFObject, keep: Keep): Uint8Array {
  if (!stream.isStream()) throw new UnsupportedContent("no stream");
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

/**
 * Size of the header before the deflated data. Like the engine, ignores the checksum after it, which faulty writers get
 * wrong.
 */
const zlibHeaderBytes = 2;

/** Usual growth of text content, so that the result fits into one chunk, which is the memory kept. */
const expectedGrowth = 6;
const smallestChunk = 4096;
const largestChunk = 131_072;

/** Returns `undefined` for short streams, which are left to the engine. */
function inflated(stream: PDFObject, entries: ReadonlyMap<string, string>, keep: Keep): Uint8Array | undefined {
  const isShort = Number(entries.get("Length")) <= maxInflatedByEngine;
  if (isShort && inflater === undefined) return undefined;
  const content = rawBytes(stream, (raw) => {
    const whole = hasZlibHeader(raw) ? inflatedByNode(raw.subarray(zlibHeaderBytes)) : undefined;
    return whole === undefined ? undefined : keep(whole);
  });
  // Too long or damaged: the engine decides what can be recovered.
  if (content === undefined && !isShort) throw new UnsupportedContent("content stream");
  return content;
}

function inflatedByNode(data: Uint8Array): Uint8Array | undefined {
  return inflater === undefined ? inflatedAlone(data) : inflater.inflate(data);
}

function inflatedAlone(data: Uint8Array): Uint8Array | undefined {
  try {
    const chunkSize = Math.min(largestChunk, Math.max(smallestChunk, data.length * expectedGrowth));
    return inflateRawSync(data, { maxOutputLength: maxFastPathBytes, chunkSize });
  } catch {
    return undefined;
  }
}

/** True for a zlib header (RFC 1950) without a preset dictionary. */
function hasZlibHeader([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0 && (flags & 0x20) === 0;
}

/** Maximum encoded size for filters that can expand more than a thousand times. */
const maxFilteredBytes = 65_536;

/** One filter, optionally under an ASCII encoding. Two nested filters can expand a million times. */
const oneFilter =
  /^\[?(?:\/(?:ASCII85Decode|A85|ASCIIHexDecode|AHx) ?)?(?:\/(?:FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL))?\]?$/u;

/** What the ASCII encodings consist of. After anything else, reading a stream gives less than reading a page. */
const encodings: readonly { readonly filter: RegExp; readonly sound: RegExp }[] = [
  { filter: /^\[?\/(?:ASCIIHexDecode|AHx)/u, sound: /^[\s0-9A-Fa-f]*>/u },
  { filter: /^\[?\/(?:ASCII85Decode|A85)/u, sound: /^[\s!-uz]*~>/u },
];

function isSound(stream: PDFObject, filters: string): boolean {
  const encoding = encodings.find(({ filter }) => filter.test(filters));
  if (encoding === undefined) return true;
  return encoding.sound.test(rawBytes(stream, (raw) => new TextDecoder("latin1").decode(raw)));
}

function engineBytes(stream: PDFObject, entries: ReadonlyMap<string, string>, keep: Keep): Uint8Array {
  const length = Number(entries.get("Length"));
  const filters = entries.get("Filter") ?? "";
  if (!(length <= maxFilteredBytes) || !oneFilter.test(filters)) throw new UnsupportedContent("content filter");
  if (!isSound(stream, filters)) throw new UnsupportedContent("content stream");
  const buffer = stream.readStream();
  try {
    return keep(checked(buffer.asUint8Array()));
  } finally {
    buffer.destroy();
  }
}

function checked(bytes: Uint8Array): Uint8Array {
  if (bytes.length > maxFastPathBytes) throw new UnsupportedContent("content size");
  return bytes;
}

/**
 * The internal handle of Node's `zlib` streams. It is undocumented but the same in all versions, and popular packages
 * rely on it (`pngjs`, `minizlib`). It is only used in tested versions and after a check, with a fallback.
 */
interface Handle {
  writeSync(flush: number, input: Uint8Array, ...places: readonly unknown[]): void;
  reset(): void;
  onerror: (message: string) => void;
}

/** Inflates raw deflate data into one reused buffer. */
export interface Inflater {
  /** Returns the inflated data, valid until the next call, or `undefined` if it is damaged or too long. */
  readonly inflate: (data: Uint8Array) => Uint8Array | undefined;
}

/**
 * Creates an inflater for results below a maximum size. `inflateRawSync` allocates state and memory for each call,
 * which fragments the heap. Returns `undefined` if Node does not support it.
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
  /** Remaining bytes of the output and of the input. */
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
