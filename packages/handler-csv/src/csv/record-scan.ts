import { recordScanWasm } from "./record-scan-wasm.ts";
import { findStarts, isInside, state, type RecordMachine, type State } from "./record-machine.ts";

/** What a count of records found. */
export interface RecordCount {
  /** How many records start in the bytes. */
  readonly starts: number;
  /** The state behind them. */
  readonly state: State;
}

/** Bytes that are counted at once, at most. */
export const maxScanBytes: number = 1024 * 1024;

/** Bytes around those that are scanned: one in front of them and 63 behind them must be readable. */
const margin = 64;
const wasmPageBytes = 65_536;

/** Memory in which bytes are counted without being copied. */
export interface RecordScan {
  /** Each of `maxScanBytes` bytes. */
  readonly lanes: readonly [Uint8Array, Uint8Array];
  /** Lets others have it. */
  release(): void;
}

interface Scan extends RecordScan {
  readonly bytes: Uint8Array;
  /** See wasm/record-scan.wat. */
  countStarts(start: number, end: number, signs: number): number;
}

/** Scans by their memory, those that nobody uses now, and the one for bytes that lie elsewhere. */
const scans = new WeakMap<ArrayBufferLike, Scan>();
const spares: Scan[] = [];
const maxSpares = 2;
let shared: Scan | undefined;

/** Memory for one walk through a table; undefined without WebAssembly. */
export function takeScan(): RecordScan | undefined {
  return spares.pop() ?? openScan();
}

/** Bytes that are not divided further to find the quotation mark that is in the way. */
const minQuickBytes = 4096;

/**
 * Counts the records that start in at most `maxScanBytes` bytes: 64 at a time by the parity of quotation marks, which
 * is right as long as each stands where one can; byte by byte around one that does not, or without WebAssembly.
 */
export function countRecords(machine: RecordMachine, bytes: Uint8Array, from: State): RecordCount {
  const quick = countQuickly(machine, bytes, from);
  if (quick !== undefined) return quick;
  if (bytes.length <= minQuickBytes) return countSlowly(machine, bytes, from);
  const middle = bytes.length >>> 1;
  const first = countRecords(machine, bytes.subarray(0, middle), from);
  const second = countRecords(machine, bytes.subarray(middle), first.state);
  return { starts: first.starts + second.starts, state: second.state };
}

/** The same, byte by byte. */
export function countSlowly(machine: RecordMachine, bytes: Uint8Array, from: State): RecordCount {
  const { starts, state: behind } = findStarts(machine, bytes, from);
  return { starts: starts.length, state: behind };
}

const backslash = 0x5c;

/** Undefined where the parity of quotation marks says too little. */
function countQuickly(machine: RecordMachine, bytes: Uint8Array, from: State): RecordCount | undefined {
  if (bytes.length === 0 || isEscaping(machine, bytes, from)) return undefined;
  const counted = countStarts(machine, bytes, from);
  if (counted < 0) return undefined;
  const behind = (counted & 1) === 1 ? state.quoted : stateBehind(machine, bytes[bytes.length - 1] ?? 0);
  return behind === undefined ? undefined : { starts: counted >>> 1, state: behind };
}

/** What the module of WebAssembly gives; -1 without one. The byte in front is put back, because it may be of use yet. */
function countStarts(machine: RecordMachine, bytes: Uint8Array, from: State): number {
  const { memory, start } = placed(bytes);
  if (memory === undefined) return -1;
  const before = memory.bytes[start - 1] ?? 0;
  memory.bytes[start - 1] = byteBefore(machine, from);
  const signs = machine.delimiterByte | (machine.quoteByte << 8) | (isInside(from) ? 1 << 16 : 0);
  const counted = memory.countStarts(start, start + bytes.length, signs);
  memory.bytes[start - 1] = before;
  return counted;
}

/** Bytes that lie in no scan are copied into the shared one. */
function placed(bytes: Uint8Array): { readonly memory: Scan | undefined; readonly start: number } {
  const own = scans.get(bytes.buffer);
  if (own !== undefined) return { memory: own, start: bytes.byteOffset };
  shared ??= openScan();
  shared?.bytes.set(bytes, margin);
  return { memory: shared, start: margin };
}

/** Whether a mark may stand for itself behind a backslash. */
function isEscaping({ dialect }: RecordMachine, bytes: Uint8Array, from: State): boolean {
  return from === state.escaped || (dialect.escape === "backslash" && bytes.includes(backslash));
}

let compiled: WebAssembly.Module | undefined;
let isPossible = true;

function openScan(): Scan | undefined {
  if (!isPossible) return undefined;
  try {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(recordScanWasm), (character) => character.charCodeAt(0)));
    const memory = new WebAssembly.Memory({ initial: Math.ceil((2 * maxScanBytes + 3 * margin) / wasmPageBytes) });
    const { exports } = new WebAssembly.Instance(compiled, { reader: { memory } });
    const bytes = new Uint8Array(memory.buffer);
    const lane = (start: number): Uint8Array => bytes.subarray(start, start + maxScanBytes);
    const scan: Scan = {
      bytes,
      countStarts: exports.countStarts,
      lanes: [lane(margin), lane(2 * margin + maxScanBytes)],
      release() {
        if (spares.length < maxSpares) spares.push(scan);
      },
    };
    scans.set(memory.buffer, scan);
    return scan;
  } catch {
    isPossible = false;
    return undefined;
  }
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const letter = 0x78;

/** A byte behind which the state is this one. */
function byteBefore({ quoteByte, delimiterByte }: RecordMachine, from: State): number {
  if (from === state.recordStart) return lineFeed;
  if (from === state.afterReturn) return carriageReturn;
  if (from === state.closing) return quoteByte;
  return from === state.fieldStart ? delimiterByte : letter;
}

/** The state behind a byte outside of quotation marks; undefined where it does not tell. */
function stateBehind({ dialect, quoteByte, delimiterByte }: RecordMachine, byte: number): State | undefined {
  if (byte === lineFeed) return state.recordStart;
  if (byte === carriageReturn) return state.afterReturn;
  if (byte === quoteByte) return state.closing;
  if (byte === delimiterByte) return state.fieldStart;
  return byte === space && dialect.skipsBlanks ? undefined : state.unquoted;
}
