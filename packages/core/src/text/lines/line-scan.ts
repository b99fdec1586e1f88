import type { UnitLayout } from "../encoding/unit-layout.ts";
import { lineScanWasm } from "./line-scan-wasm.ts";

/**
 * Counts line starts in a buffer that files are read into. A byte starts a line if it follows a line feed, or a
 * carriage return that it does not complete to CRLF. A final newline therefore starts no line. Offsets are byte offsets
 * into `bytes`. The code unit before `start` is also read, so `start` must be at least `margin`.
 */
export interface LineScan {
  readonly bytes: Uint8Array;
  /** Counts the code units of `[start, end)` that start a line. */
  countStarts(start: number, end: number): number;
}

/** Bytes that must precede the first scanned byte. A multiple of every unit size, so that wide units stay aligned. */
export const margin = 16;

const wasmPageBytes = 65_536;

let compiled: WebAssembly.Module | undefined;

/** Idle scans, kept for reuse because each WebAssembly memory reserves address space. */
const spares: LineScan[] = [];
const maxSpares = 4;

/** Lends a buffer of at least `byteLength` bytes, with the fastest counter that this runtime has for the layout. */
export async function withLineScan<Result>(
  byteLength: number,
  layout: UnitLayout,
  use: (scan: LineScan) => Promise<Result>,
): Promise<Result> {
  if (layout.unitBytes > 1) return use(wideLineScan(new Uint8Array(byteLength), layout));
  const at = spares.findIndex((spare) => spare.bytes.length >= byteLength);
  const scan = spares.splice(at, at < 0 ? 0 : 1)[0] ?? simdLineScan(byteLength);
  if (scan === undefined) return use(plainLineScan(new Uint8Array(byteLength)));
  try {
    return await use(scan);
  } finally {
    if (spares.length < maxSpares) spares.push(scan);
  }
}

/**
 * Creates a counter in WebAssembly with SIMD, about ten times as fast; `undefined` if the runtime does not support it.
 */
export function simdLineScan(byteLength: number): LineScan | undefined {
  try {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(lineScanWasm), (character) => character.charCodeAt(0)));
    const memory = new WebAssembly.Memory({ initial: Math.ceil(byteLength / wasmPageBytes) });
    const { exports } = new WebAssembly.Instance(compiled, { reader: { memory } });
    return { bytes: new Uint8Array(memory.buffer), countStarts: exports.countStarts };
  } catch {
    return undefined;
  }
}

/** Creates the same counter in plain JavaScript. */
export function plainLineScan(bytes: Uint8Array): LineScan {
  return {
    bytes,
    countStarts(start, end) {
      return countStartsOf((at) => bytes[at] ?? 0, { start, end, step: 1 });
    },
  };
}

/** Creates the counter for UTF-16 and UTF-32, in either byte order. */
export function wideLineScan(bytes: Uint8Array, layout: UnitLayout): LineScan {
  const { unitBytes, littleEndian } = layout;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const unitAt =
    unitBytes === 2
      ? (at: number) => view.getUint16(at, littleEndian)
      : (at: number) => view.getUint32(at, littleEndian);
  return {
    bytes,
    countStarts(start, end) {
      return countStartsOf(unitAt, { start, end, step: unitBytes });
    },
  };
}

/** The code units to scan. */
export interface ScanRange {
  readonly start: number;
  readonly end: number;
  readonly unitBytes: number;
}

/** Returns the offset of the `count`-th line start in a range, or the end of the range if it has fewer. */
export function findStart(scan: LineScan, range: ScanRange, count: number): number {
  let { start, end } = range;
  let wanted = count;
  while (end - start > range.unitBytes) {
    const middle = start + Math.ceil((end - start) / 2 / range.unitBytes) * range.unitBytes;
    const before = scan.countStarts(start, middle);
    if (before >= wanted) {
      end = middle;
    } else {
      wanted -= before;
      start = middle;
    }
  }
  return wanted === 1 && scan.countStarts(start, end) === 1 ? start : range.end;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

function countStartsOf(
  unitAt: (at: number) => number,
  range: { readonly start: number; readonly end: number; readonly step: number },
): number {
  let count = 0;
  let before = unitAt(range.start - range.step);
  for (let at = range.start; at + range.step <= range.end; at += range.step) {
    const unit = unitAt(at);
    if (before === lineFeed || (before === carriageReturn && unit !== lineFeed)) count += 1;
    before = unit;
  }
  // A code unit that is cut off by the end of the file also starts a line: it is shown as U+FFFD.
  const isCut = (range.end - range.start) % range.step > 0;
  return isCut && (before === lineFeed || before === carriageReturn) ? count + 1 : count;
}
