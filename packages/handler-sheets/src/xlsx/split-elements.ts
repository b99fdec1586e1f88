import { findBytes, findLastBytes, joinBytes, textOfBytes } from "../sheets/bytes.ts";

/** The repeated elements of a part, and their container. */
export interface ElementNames {
  /** Start of the element's tag, as in `<row`. */
  readonly start: string;
  /** Start of the container's tag, as in `<sheetData`. */
  readonly container: string;
}

/**
 * A section of a part. `head` is everything before the elements, including the start tag of their container; `elements`
 * are whole elements; `tail` is everything after them, from the end tag of the container on, in chunks. `rest` is the
 * remaining content in chunks if elements cannot be split without an XML parser.
 */
export interface PartSection {
  readonly kind: "head" | "elements" | "tail" | "rest";
  readonly bytes: Uint8Array;
}

/** Maximum size of the head, and of one element, in bytes. Larger ones are left to the XML parser. */
const maxHeadBytes = 4 * 1024 * 1024;
const maxElementBytes = 32 * 1024 * 1024;

/** Number of bytes split at a time. Larger chunks live too long for cheap garbage collection. */
const chunkBytes = 64 * 1024;

/** Splits a part between its elements by searching for their tags, without parsing. */
export async function* splitElements(
  chunks: AsyncIterable<Uint8Array>,
  names: ElementNames,
): AsyncGenerator<PartSection, void, undefined> {
  const splitter: Splitter = { names, state: "head", waiting: [], waitingBytes: 0 };
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += chunkBytes) yield* take(splitter, chunk.subarray(at, at + chunkBytes));
  }
  if (splitter.waiting.length > 0) yield { kind: "rest", bytes: joinBytes(splitter.waiting) };
}

interface Splitter {
  readonly names: ElementNames;
  state: PartSection["kind"];
  /** Bytes not yet yielded. */
  waiting: readonly Uint8Array[];
  waitingBytes: number;
}

function take(splitter: Splitter, chunk: Uint8Array): readonly PartSection[] {
  const { state } = splitter;
  if (state === "head") return takeHead(splitter, chunk);
  if (state === "elements") return takeElements(splitter, chunk);
  return chunk.length === 0 ? [] : [{ kind: state, bytes: chunk }];
}

function keep(splitter: Splitter, waiting: readonly Uint8Array[]): readonly PartSection[] {
  splitter.waiting = waiting;
  splitter.waitingBytes = waiting.reduce((sum, { length }) => sum + length, 0);
  return [];
}

function giveUp(splitter: Splitter, bytes: Uint8Array): readonly PartSection[] {
  keep(splitter, []);
  splitter.state = "rest";
  return [{ kind: "rest", bytes }];
}

function goOn(splitter: Splitter, state: "elements" | "tail", behind: Uint8Array): readonly PartSection[] {
  keep(splitter, []);
  splitter.state = state;
  return take(splitter, behind);
}

function takeHead(splitter: Splitter, chunk: Uint8Array): readonly PartSection[] {
  const bytes = joinBytes([...splitter.waiting, chunk]);
  const isPlain = isPlainXml(bytes);
  const end = isPlain ? endOfStart(bytes, splitter.names.container) : -1;
  if (end >= 0) {
    const isEmpty = bytes[end - 2] === slash;
    const behind = goOn(splitter, isEmpty ? "tail" : "elements", bytes.subarray(end));
    return [{ kind: "head", bytes: bytes.subarray(0, end) }, ...behind];
  }
  return isPlain && bytes.length < maxHeadBytes ? keep(splitter, [bytes]) : giveUp(splitter, bytes);
}

function takeElements(splitter: Splitter, chunk: Uint8Array): readonly PartSection[] {
  const { names, waiting, waitingBytes } = splitter;
  if (hasMarkup(chunk, waiting.at(-1)?.at(-1))) return giveUp(splitter, joinBytes([...waiting, chunk]));
  const last = lastStart(chunk, names.start);
  const before = last < 0 ? [] : [...waiting, chunk.subarray(0, last)];
  // A tag cut by a chunk boundary is found in the next round.
  const behind = joinBytes(last < 0 ? [...waiting, chunk] : [chunk.subarray(last)]);
  const closing = findBytes(behind, `</${names.container.slice(1)}>`);
  if (closing >= 0) {
    const elements = joinBytes([...before, behind.subarray(0, closing)]);
    const tail = goOn(splitter, "tail", behind.subarray(closing));
    return [...elementsOf(elements), ...tail];
  }
  if (last < 0 && waitingBytes + chunk.length > maxElementBytes) return giveUp(splitter, behind);
  keep(splitter, [behind]);
  return elementsOf(joinBytes(before));
}

function elementsOf(bytes: Uint8Array): readonly PartSection[] {
  return bytes.length === 0 ? [] : [{ kind: "elements", bytes }];
}

const space = 32;
const exclamation = "!";
const slash = 47;
const lessThan = 60;
const greaterThan = 62;

/** Returns the position after the start tag, or -1 if it is missing or incomplete. */
function endOfStart(bytes: Uint8Array, start: string): number {
  for (let at = findBytes(bytes, start); at >= 0; at = findBytes(bytes, start, at + 1)) {
    if (endsName(bytes[at + start.length])) {
      const end = bytes.indexOf(greaterThan, at);
      return end < 0 ? -1 : end + 1;
    }
  }
  return -1;
}

function lastStart(bytes: Uint8Array, start: string): number {
  let at = findLastBytes(bytes, start);
  while (at > 0 && !endsName(bytes[at + start.length])) at = findLastBytes(bytes, start, at - 1);
  return at >= 0 && endsName(bytes[at + start.length]) ? at : -1;
}

/** True if a name ends here, and does not continue as `<row` does in `<rowBreaks`. */
function endsName(code: number | undefined): boolean {
  return code !== undefined && (code <= space || code === greaterThan || code === slash);
}

/** True if there are comments or CDATA sections, which may contain text that looks like elements. */
function hasMarkup(bytes: Uint8Array, before: number | undefined): boolean {
  let at = findBytes(bytes, exclamation);
  if (at === 0 && before === lessThan) return true;
  while (at >= 0 && bytes[at - 1] !== lessThan) at = findBytes(bytes, exclamation, at + 1);
  return at >= 0;
}

/** True if the bytes declare UTF-8 and contain nothing that could mislead a search. */
function isPlainXml(bytes: Uint8Array): boolean {
  const declaration = textOfBytes(bytes, 0, Math.min(bytes.length, 200));
  const encoding = /^\ufeff?<\?xml[^>]*encoding\s*=\s*["']([^"']*)/.exec(declaration)?.[1] ?? "utf-8";
  return /^utf-?8$/i.test(encoding) && !hasMarkup(bytes, undefined);
}
