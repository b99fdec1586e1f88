import { constants, inflateRawSync } from "node:zlib";
import type { PDFDocument, PDFObject, PDFPage } from "mupdf";
import { countEngineFailure, isEngineBroken } from "../../engine/engine.ts";
import { mapArray, textAt, withObject } from "../../engine/pdf-objects.ts";

/**
 * Maximum text of a page in bytes: a thick book on a single page. The engine takes a hundred bytes of memory per
 * character and cannot be interrupted, so a page of 50 MB of text would end without an answer.
 */
export const maxPageTextBytes = 1_000_000;

/** Compressed content below this size is not checked. It inflates to at most 8 MB, which the engine can handle. */
const minSuspectBytes = 8192;

/** Maximum inflated size. Larger content is left to the time and memory limits. */
const maxContentBytes = 128 * 1024 * 1024;

/** Maximum number of content streams of a page. */
const maxStreams = 1000;

/**
 * Limits the text of a page, in memory and until the document is closed. Returns whether something was cut. Text of
 * forms in the content is not counted.
 */
export function shortenPage(document: PDFDocument, page: PDFPage): boolean {
  const object = page.getObject();
  try {
    const content = withObject(object, ["Contents"], contentOf);
    const end = content === undefined ? undefined : endOfText(content, maxPageTextBytes);
    if (content === undefined || end === undefined) return false;
    putContent(document, object, content.subarray(0, end));
    return true;
  } catch (error) {
    if (isEngineBroken(error)) throw error;
    // Damage is left to the engine.
    countEngineFailure(error);
    return false;
  } finally {
    object.destroy();
  }
}

/** Returns the stored size of a page's content, without what it draws from other objects. */
export function contentBytes(page: PDFPage): number {
  const object = page.getObject();
  try {
    return withObject(object, ["Contents"], storedBytes) ?? 0;
  } finally {
    object.destroy();
  }
}

function storedBytes(contents: PDFObject): number {
  if (!contents.isArray()) return lengthOf(contents);
  return mapArray(contents, maxStreams, lengthOf).reduce((sum, one) => sum + one, 0);
}

/** Returns all content, or `undefined` if it is too small to exceed the limit or cannot be read. */
function contentOf(contents: PDFObject): Uint8Array | undefined {
  if (storedBytes(contents) < minSuspectBytes) return undefined;
  const parts = contents.isStream() ? [inflated(contents)] : inflatedParts(contents);
  const whole = parts.filter((part) => part !== undefined);
  return whole.length === parts.length && lengthOfAll(whole) > maxPageTextBytes ? joined(whole) : undefined;
}

/** Stops at the first unreadable part and at the size limit: the parts may be the same bomb a thousand times. */
function inflatedParts(contents: PDFObject): readonly (Uint8Array | undefined)[] {
  const parts: Uint8Array[] = [];
  let room = maxContentBytes;
  const count = contents.isArray() ? Math.min(contents.length, maxStreams) : 0;
  for (let index = 0; index < count; index += 1) {
    const part = withObject(contents, [index], (stream) => inflated(stream) ?? "unknown");
    room -= part?.length ?? 0;
    if (part === "unknown" || room < 0) return [undefined];
    if (part !== undefined) parts.push(part);
  }
  return parts;
}

function lengthOf(stream: PDFObject): number {
  return stream.isStream() ? (withObject(stream, ["Length"], (length) => length.asNumber()) ?? 0) : 0;
}

/** Returns the bytes of a stream that is uncompressed or deflated once, as on almost all pages. */
function inflated(stream: PDFObject): Uint8Array | undefined {
  const filter = textAt(stream, "Filter") ?? textAt(stream, "Filter", 0);
  const isDeep = withObject(stream, ["Filter"], (list) => list.isArray() && list.length > 1) ?? false;
  if (isDeep || (filter !== undefined && filter !== "FlateDecode")) return undefined;
  const raw = stream.readRawStream();
  try {
    const bytes = Uint8Array.from(raw.asUint8Array());
    return filter === undefined ? bytes : inflate(bytes);
  } finally {
    raw.destroy();
  }
}

/** Size of the header before the deflated data. Like the engine, ignores the checksum after it. */
const zlibHeaderBytes = 2;

function inflate(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return inflateRawSync(bytes.subarray(zlibHeaderBytes), {
      maxOutputLength: maxContentBytes,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch {
    return undefined;
  }
}

function lengthOfAll(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length + 1, 0);
}

/** The streams of a page are joined with whitespace between them. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(lengthOfAll(parts)).fill(0x0a);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length + 1;
  }
  return whole;
}

function putContent(document: PDFDocument, page: PDFObject, content: Uint8Array): void {
  const stream = document.addStream(content, {});
  try {
    page.put("Contents", stream);
  } finally {
    stream.destroy();
  }
}

const codes = {
  open: 0x28, // (
  close: 0x29, // )
  escape: 0x5c, // \
  less: 0x3c, // <
  greater: 0x3e, // >
} as const;

/**
 * Returns the end of the operator that shows the last of this many bytes of text in page content, or `undefined` if
 * there are no more. Counts string bytes as written, two per byte in hexadecimal.
 */
export function endOfText(content: Uint8Array, maxTextBytes: number): number | undefined {
  let textBytes = 0;
  for (let at = 0; at < content.length; at++) {
    const code = content[at];
    if (code !== codes.open && code !== codes.less) continue;
    const end = code === codes.open ? endOfString(content, at) : endOfHex(content, at);
    textBytes += end - at;
    at = end;
    if (textBytes > maxTextBytes) return endOfOperator(content, end);
  }
  return undefined;
}

/** Returns the closing parenthesis of a string. */
function endOfString(content: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < content.length; at++) {
    const code = content[at];
    if (code === codes.escape) at++;
    else if (code === codes.open) depth++;
    else if (code === codes.close && --depth === 0) return at;
  }
  return content.length;
}

/** Returns the end of a hexadecimal string. A dictionary starts like one but has no text. */
function endOfHex(content: Uint8Array, start: number): number {
  if (content[start + 1] === codes.less) return start + 1;
  const end = content.indexOf(codes.greater, start);
  return end < 0 ? content.length : end;
}

/** How far after a string its operator is searched. The rest of an array may come first. */
const maxOperatorDistance = 100_000;

/** The operators that show text. */
const show = /T[Jj](?![A-Za-z])|['"](?=\s)/;

function endOfOperator(content: Uint8Array, from: number): number {
  const near = new TextDecoder("latin1").decode(content.subarray(from, from + maxOperatorDistance));
  const found = show.exec(near);
  return found === null ? from : from + found.index + found[0].length;
}
