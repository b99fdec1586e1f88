import { findBytes, findLastBytes, joinBytes, textOfBytes } from "../sheets/bytes.ts";

/** Which elements of a part follow one another in great number, and what they stand in. */
export interface ElementNames {
  /** As in `<row`. */
  readonly start: string;
  /** As in `<sheetData`. */
  readonly container: string;
}

/**
 * A stretch of a part: what stands in front of the elements, the start of their container included; some whole
 * elements; what stands behind them, from the end of the container on, in pieces. `rest` is everything from there on,
 * in pieces, where elements cannot be told apart without reading the XML as such.
 */
export interface PartSection {
  readonly kind: "head" | "elements" | "tail" | "rest";
  readonly bytes: Uint8Array;
}

/** Bytes in which a container must start, and bytes of one element: more is left to the careful reader. */
const maxHeadBytes = 4 * 1024 * 1024;
const maxElementBytes = 32 * 1024 * 1024;

/** Bytes that are split at once: what is made of more at a time lives too long to be swept away cheaply. */
const pieceBytes = 64 * 1024;

/** Splits a part between its elements, by their first letters, without reading them. */
export async function* splitElements(
  pieces: AsyncIterable<Uint8Array>,
  names: ElementNames,
): AsyncGenerator<PartSection, void, undefined> {
  const splitter: Splitter = { names, state: "head", waiting: [], waitingBytes: 0 };
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += pieceBytes) yield* take(splitter, piece.subarray(at, at + pieceBytes));
  }
  if (splitter.waiting.length > 0) yield { kind: "rest", bytes: joinBytes(splitter.waiting) };
}

interface Splitter {
  readonly names: ElementNames;
  state: PartSection["kind"];
  /** What came without being told of yet. */
  waiting: readonly Uint8Array[];
  waitingBytes: number;
}

function take(splitter: Splitter, piece: Uint8Array): readonly PartSection[] {
  const { state } = splitter;
  if (state === "head") return takeHead(splitter, piece);
  if (state === "elements") return takeElements(splitter, piece);
  return piece.length === 0 ? [] : [{ kind: state, bytes: piece }];
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

function takeHead(splitter: Splitter, piece: Uint8Array): readonly PartSection[] {
  const bytes = joinBytes([...splitter.waiting, piece]);
  const isPlain = isPlainXml(bytes);
  const end = isPlain ? endOfStart(bytes, splitter.names.container) : -1;
  if (end >= 0) {
    const isEmpty = bytes[end - 2] === slash;
    const behind = goOn(splitter, isEmpty ? "tail" : "elements", bytes.subarray(end));
    return [{ kind: "head", bytes: bytes.subarray(0, end) }, ...behind];
  }
  return isPlain && bytes.length < maxHeadBytes ? keep(splitter, [bytes]) : giveUp(splitter, bytes);
}

function takeElements(splitter: Splitter, piece: Uint8Array): readonly PartSection[] {
  const { names, waiting, waitingBytes } = splitter;
  if (hasMarkup(piece, waiting.at(-1)?.at(-1))) return giveUp(splitter, joinBytes([...waiting, piece]));
  const last = lastStart(piece, names.start);
  const before = last < 0 ? [] : [...waiting, piece.subarray(0, last)];
  // Where an element is cut in two by the pieces, it is found in the next round.
  const behind = joinBytes(last < 0 ? [...waiting, piece] : [piece.subarray(last)]);
  const closing = findBytes(behind, `</${names.container.slice(1)}>`);
  if (closing >= 0) {
    const elements = joinBytes([...before, behind.subarray(0, closing)]);
    const tail = goOn(splitter, "tail", behind.subarray(closing));
    return [...elementsOf(elements), ...tail];
  }
  if (last < 0 && waitingBytes + piece.length > maxElementBytes) return giveUp(splitter, behind);
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

/** Behind the tag that starts an element; -1 where there is none, or it is not whole yet. */
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

/** Whether a name ends here, and is not only the beginning of a longer one, as `<row` is of `<rowBreaks`. */
function endsName(code: number | undefined): boolean {
  return code !== undefined && (code <= space || code === greaterThan || code === slash);
}

/** Comments and sections of characters may hold what looks like elements. */
function hasMarkup(bytes: Uint8Array, before: number | undefined): boolean {
  let at = findBytes(bytes, exclamation);
  if (at === 0 && before === lessThan) return true;
  while (at >= 0 && bytes[at - 1] !== lessThan) at = findBytes(bytes, exclamation, at + 1);
  return at >= 0;
}

/** Whether the bytes are UTF-8 by their own word, and without what a search could be deceived by. */
function isPlainXml(bytes: Uint8Array): boolean {
  const declaration = textOfBytes(bytes, 0, Math.min(bytes.length, 200));
  const encoding = /^\ufeff?<\?xml[^>]*encoding\s*=\s*["']([^"']*)/.exec(declaration)?.[1] ?? "utf-8";
  return /^utf-?8$/i.test(encoding) && !hasMarkup(bytes, undefined);
}
