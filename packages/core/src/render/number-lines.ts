/** Numbers the lines of a stream of bytes. */
export interface LineNumberer {
  /**
   * Yields the bytes with gutters, in chunks. Each chunk is overwritten when the next one is produced. Lines may be
   * split between calls. The encoding must be UTF-8 or another in which a line feed is one byte. A line feed ends a
   * line; bytes after the last one are a further line.
   */
  number(bytes: Uint8Array): Iterable<Uint8Array>;
}

/** Options of a line numberer. */
export interface NumbererOptions {
  /**
   * `plain` does not use WebAssembly, and has a third of the speed. It is also the fallback on runtimes without SIMD.
   */
  readonly engine?: "simd" | "plain";
}

/** Input bytes numbered at once, so that input and output stay in the processor's cache. */
const pieceBytes = 64 * 1024;

/** Creates a numberer that starts at line number `firstLine`, from 1. */
export function createLineNumberer(firstLine: number, gutter: Gutter, options: NumbererOptions = {}): LineNumberer {
  if (!Number.isSafeInteger(firstLine) || firstLine < 1)
    throw new TypeError(`A line cannot have the number ${firstLine}.`);
  if (gutter === "none") return { number: (bytes) => [bytes] };
  const numbering = (options.engine === "plain" ? undefined : simdNumbering(pieceBytes)) ?? plainNumbering(pieceBytes);
  const { separator } = gutterShape(gutter);
  numbering.setGutter(gutterOf(gutter, firstLine), separator.length);
  let isInside = false;
  return {
    *number(bytes) {
      for (let from = 0; from < bytes.length; from += pieceBytes) {
        const piece = bytes.subarray(from, from + pieceBytes);
        yield* numberPiece(numbering, piece, isInside);
        isInside = piece.at(-1) !== 0x0a;
      }
    },
  };
}

function* numberPiece(numbering: Numbering, piece: Uint8Array, isInside: boolean): Generator<Uint8Array> {
  numbering.load(piece);
  let inside = isInside;
  while (!numbering.isDone()) {
    yield numbering.run(inside);
    inside = false;
  }
}

/** A buffer with a chunk of input, an incrementing gutter, and space for the output. */
interface Numbering {
  /** Sets the gutter of the next line. Its last digit directly precedes the separator. */
  setGutter(gutter: string, separatorLength: number): void;
  load(piece: Uint8Array): void;
  isDone(): boolean;
  /**
   * Numbers further lines and returns a view of the output. `isInside` means that the input starts in the middle of a
   * line.
   */
  run(isInside: boolean): Uint8Array;
}

/** The memory layout that wasm/number-lines.wat expects. */
const takenAddress = 0;
const outgrownAddress = 4;
const gutterAddress = 32;
const gutterBytes = 32;
const inputAddress = 64;
const vectorBytes = 16;
const wasmPageBytes = 65_536;

type NumberStep = (
  ...positions: [input: number, end: number, output: number, length: number, last: number, isInside: number]
) => number;

let compiled: WebAssembly.Module | undefined;

/** Creates a numbering in WebAssembly; `undefined` if the runtime lacks WebAssembly or SIMD. */
function simdNumbering(pieceBytes: number): Numbering | undefined {
  try {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(numberLinesWasm), (character) => character.charCodeAt(0)));
    const memory = new WebAssembly.Memory({ initial: Math.ceil(memoryBytes(pieceBytes) / wasmPageBytes) });
    const { exports } = new WebAssembly.Instance(compiled, { reader: { memory } });
    if (!("number" in exports) || typeof exports.number !== "function") return undefined;
    const step = exports.number;
    return createNumbering(new Uint8Array(memory.buffer), pieceBytes, (...positions) =>
      Number(Reflect.apply(step, undefined, positions)),
    );
  } catch {
    return undefined;
  }
}

/** Creates a numbering without WebAssembly. */
function plainNumbering(pieceBytes: number): Numbering {
  const memory = new Uint8Array(memoryBytes(pieceBytes));
  return createNumbering(memory, pieceBytes, (...positions) => plainStep(memory, ...positions));
}

/** Returns the required memory, in bytes. In the worst case, every byte of the input is a line. */
function memoryBytes(pieceBytes: number): number {
  return inputAddress + pieceBytes + vectorBytes + pieceBytes * (gutterBytes + 1) + gutterBytes;
}

function createNumbering(memory: Uint8Array, pieceBytes: number, step: NumberStep): Numbering {
  const state = new Uint32Array(memory.buffer, 0, 2);
  const outputAddress = inputAddress + pieceBytes + vectorBytes;
  let end = inputAddress;
  let length = 0;
  let separator = "";
  const numbering: Numbering = {
    setGutter(gutter, separatorLength) {
      length = gutter.length;
      separator = gutter.slice(length - separatorLength);
      for (let at = 0; at < length; at += 1) memory[gutterAddress + at] = gutter.charCodeAt(at);
      state[outgrownAddress / 4] = 0;
    },
    load(piece) {
      memory.set(piece, inputAddress);
      end = inputAddress + piece.length;
      state[takenAddress / 4] = inputAddress;
    },
    isDone: () => (state[takenAddress / 4] ?? end) >= end,
    run(isInside) {
      const taken = state[takenAddress / 4] ?? end;
      const last = gutterAddress + length - separator.length - 1;
      const stop = step(taken, end, outputAddress, length, last, isInside ? 1 : 0);
      if (state[outgrownAddress / 4] === 1) {
        // All nines have become zeros: prepend a one, which adds a digit.
        const zeros = "0".repeat(length - separator.length);
        numbering.setGutter(`1${zeros}${separator}`, separator.length);
      }
      return memory.subarray(outputAddress, stop);
    },
  };
  return numbering;
}

/** Does the same as wasm/number-lines.wat, byte by byte. */
function plainStep(memory: Uint8Array, ...positions: Parameters<NumberStep>): number {
  const [input, end, output, length, last] = positions;
  const state = new Uint32Array(memory.buffer, 0, 2);
  let taken = input;
  let out = output;
  let isInside = positions[5] === 1;
  while (taken < end && state[outgrownAddress / 4] === 0) {
    if (!isInside) {
      for (let at = 0; at < length; at += 1) memory[out + at] = memory[gutterAddress + at] ?? 0;
      out += length;
      countUp(memory, last, state);
    }
    isInside = false;
    let byte: number;
    do {
      byte = memory[taken] ?? 0;
      memory[out] = byte;
      taken += 1;
      out += 1;
    } while (byte !== 0x0a && taken < end);
  }
  state[takenAddress / 4] = taken;
  return out;
}

function countUp(memory: Uint8Array, last: number, state: Uint32Array): void {
  let at = last;
  while (memory[at] === 0x39) {
    memory[at] = 0x30;
    at -= 1;
  }
  const digit = memory[at] ?? 0;
  if (digit === 0) state[outgrownAddress / 4] = 1;
  else memory[at] = digit === 0x20 ? 0x31 : digit + 1;
}

/** The assembled wasm/number-lines.wat as base64. Generated by scripts/build-wasm.mjs; do not edit. */
const numberLinesWasm: string =
  "AGFzbQEAAAABDwJgAX8AYAZ/f39/f38BfwISAQZyZWFkZXIGbWVtb3J5AgABAwMCAAEHCgEGbnVtYmVyAAEK9QECRgEBfwNAIAAtAAAhASABQTlGBEAgAEEwOgAAIABBAWshAAwBCwsgAUUEQEEEQQE2AgAFIABBMSABQQFqIAFBIEYbOgAACwurAQIBewJ/AkADQCAAIAFPDQFBBCgCAA0BIAUEQEEAIQUFIAJBIP0ABAD9CwQAIAJBMP0ABAD9CwQQIAIgA2ohAiAEEAALA0AgAP0ABAAhBiACIAb9CwQAIAZBCv0P/SP9ZCEHIAdoQQFqQRAgBxshCCAAIAhqIQAgAiAIaiECIAcNASAAIAFJDQALCwsgACABSwRAIAIgACABa2shAiABIQALQQAgADYCACACCw==";

/**
 * The format of line numbers: `compact` `12⇥text`, `cat-n` `    12⇥text`, `pipe` `12 | text`, `bar` `12|text`, `none`.
 * `compact` costs the fewest tokens. With every gutter except `none`, content cannot be mistaken for the reader's own
 * notes, because only lines of content start with a number.
 */
export type Gutter = "compact" | "cat-n" | "pipe" | "bar" | "none";

/** The default gutter. */
export const defaultGutter: Gutter = "compact";

/** All gutters by name, for callers that offer a choice. */
export const gutters: readonly Gutter[] = ["compact", "cat-n", "pipe", "bar", "none"];

/** The separators between a number and the text, of lines and of search matches, distinguished as by `grep -n`. */
interface GutterShape {
  readonly width: number;
  readonly separator: string;
  /** As long as `separator`, so that a match costs as much as its context. */
  readonly matchSeparator: string;
  /**
   * Tokens in addition to those of the digits, as counted by o200k. A tab or space is often one token with the
   * following word.
   */
  readonly tokens: number;
}

const shapes: Readonly<Record<Exclude<Gutter, "none">, GutterShape>> = {
  compact: { width: 0, separator: "\t", matchSeparator: ":", tokens: 0.7 },
  "cat-n": { width: 6, separator: "\t", matchSeparator: ":", tokens: 0.7 },
  pipe: { width: 0, separator: " | ", matchSeparator: " : ", tokens: 1.5 },
  bar: { width: 0, separator: "|", matchSeparator: ":", tokens: 1 },
};

/** Returns the padding before a number and the separators after it. */
function gutterShape(gutter: Exclude<Gutter, "none">): Pick<GutterShape, "width" | "separator" | "matchSeparator"> {
  return shapes[gutter];
}

/**
 * Returns the gutter of a line. `kind` is `match` for a line that matches a search, as opposed to a line of its
 * context.
 */
export function gutterOf(gutter: Gutter, lineNumber: number, kind: "line" | "match" = "line"): string {
  if (gutter === "none") return "";
  const { width, separator, matchSeparator } = shapes[gutter];
  return String(lineNumber).padStart(width) + (kind === "match" ? matchSeparator : separator);
}

/** The cost of the gutters of consecutive lines: bytes of UTF-8, and approximate o200k tokens. */
interface GutterCost {
  readonly bytes: number;
  readonly tokens: number;
}

/**
 * Returns the cost of numbering `lineCount` lines from `firstLine` on. `firstLine` is negative if lines count from the
 * end. The time depends on the number of digits, not on the number of lines.
 */
export function gutterCost(gutter: Gutter, firstLine: number, lineCount: number): GutterCost {
  if (gutter === "none" || lineCount <= 0) return { bytes: 0, tokens: 0 };
  const shape = shapes[gutter];
  const sign = firstLine < 0 ? 1 : 0;
  const low = sign === 0 ? firstLine : Math.max(1, 1 - firstLine - lineCount);
  const high = sign === 0 ? firstLine + lineCount - 1 : -firstLine;
  let bytes = 0;
  let tokens = 0;
  for (let digits = 1, first = 0; first <= high; digits += 1) {
    const next = 10 ** digits;
    const count = Math.min(high, next - 1) - Math.max(low, first) + 1;
    if (count > 0) {
      const padding = Math.max(0, shape.width - digits - sign);
      bytes += count * (padding + sign + digits + shape.separator.length);
      tokens += count * (Math.min(padding, 2) + sign + Math.ceil(digits / 3) + shape.tokens);
    }
    first = next;
  }
  return { bytes, tokens: Math.ceil(tokens) };
}
