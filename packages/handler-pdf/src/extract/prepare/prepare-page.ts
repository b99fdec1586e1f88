import { constants, inflateRawSync } from "node:zlib";
import type { PDFDocument, PDFObject, PDFPage } from "mupdf";
import { countEngineFailure, isEngineBroken } from "../../engine/engine.ts";
import { mapArray, textAt, withObject } from "../../engine/pdf-objects.ts";
import { nameGlyphs } from "./name-glyphs.ts";

/** Makes a page ready for its text to be read. Gives whether it had more text than is read of one page, and was cut. */
export function preparePage(document: PDFDocument, page: PDFPage): boolean {
  nameGlyphs(document, page);
  return shortenPage(document, page);
}

/**
 * Bytes of text that are read of one page: a thick book on a single page. The engine takes a hundred bytes of memory for
 * each character and cannot be interrupted, so that a page of 50 MB of text would end in no answer at all.
 */
export const maxPageTextBytes = 1_000_000;

/** Compressed content below this is not looked through: of what it inflates to, 8 MB at most, the engine can be the judge. */
const minSuspectBytes = 8192;

/** Content that inflates to more is left to the limits of time and memory. */
const maxContentBytes = 128 * 1024 * 1024;

/** Streams that the content of a page is spread over. */
const maxStreams = 1000;

/**
 * Leaves a page with as much text as can be read, in memory and until the document is closed. Gives whether something
 * was cut away. Text of forms inside of the content is not counted.
 */
function shortenPage(document: PDFDocument, page: PDFPage): boolean {
  const object = page.getObject();
  try {
    const content = withObject(object, ["Contents"], contentOf);
    const end = content === undefined ? undefined : endOfText(content, maxPageTextBytes);
    if (content === undefined || end === undefined) return false;
    putContent(document, object, content.subarray(0, end));
    return true;
  } catch (error) {
    if (isEngineBroken(error)) throw error;
    // What is damaged is for the engine to judge.
    countEngineFailure(error);
    return false;
  } finally {
    object.destroy();
  }
}

/** How many bytes the content of a page has as it is stored; what it draws from elsewhere is not counted. */
export function contentBytes(page: PDFPage): number {
  const object = page.getObject();
  try {
    return withObject(object, ["Contents"], storedBytes) ?? 0;
  } finally {
    object.destroy();
  }
}

function storedBytes(contents: PDFObject): number {
  if (contents.isStream()) return lengthOf(contents);
  return mapArray(contents, maxStreams, lengthOf).reduce((sum, one) => sum + one, 0);
}

/** All of the content; `undefined` where it is too small to be too long, or cannot be had. */
function contentOf(contents: PDFObject): Uint8Array | undefined {
  if (storedBytes(contents) < minSuspectBytes) return undefined;
  const parts = contents.isStream() ? [inflated(contents)] : inflatedParts(contents);
  const whole = parts.filter((part) => part !== undefined);
  return whole.length === parts.length && lengthOfAll(whole) > maxPageTextBytes ? joined(whole) : undefined;
}

/** Stops at the first part that cannot be had, and where there is too much: parts may be one bomb a thousand times. */
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

/** The bytes of a stream that is plain or deflated once, as those of almost all pages are. */
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

/** Two bytes before the deflated data; the engine does not look at the sum behind it either. */
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

/** Streams of a page go together with white space between them. */
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
 * Where the operator ends that shows the last of so many bytes of text in the content of a page; `undefined` where there
 * are no more than that. Bytes of a string are counted as the file writes them, two for each in hexadecimal.
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

/** The parenthesis that closes the one at `start`. */
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

/** The end of a string in hexadecimal; a dictionary begins as one, and has no text. */
function endOfHex(content: Uint8Array, start: number): number {
  if (content[start + 1] === codes.less) return start + 1;
  const end = content.indexOf(codes.greater, start);
  return end < 0 ? content.length : end;
}

/** How far behind a string its operator is looked for: the rest of an array of strings may come first. */
const maxOperatorDistance = 100_000;

/** The operators that show text. */
const show = /T[Jj](?![A-Za-z])|['"](?=\s)/;

function endOfOperator(content: Uint8Array, from: number): number {
  const near = new TextDecoder("latin1").decode(content.subarray(from, from + maxOperatorDistance));
  const found = show.exec(near);
  return found === null ? from : from + found.index + found[0].length;
}
