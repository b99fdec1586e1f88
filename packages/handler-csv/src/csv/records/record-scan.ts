import { findStarts, isInside, state, type RecordMachine, type State } from "./record-machine.ts";

/** The result of counting records. */
export interface RecordCount {
  /** The number of records that start in the bytes. */
  readonly starts: number;
  /** The state after the bytes. */
  readonly state: State;
}

/** Maximum number of bytes counted at once. */
export const maxScanBytes: number = 1024 * 1024;

/** Size of the margin around scanned bytes: 1 byte before and 63 bytes after them must be readable. */
const margin = 64;
const wasmPageBytes = 65_536;

/** Memory in which bytes are counted without copying them. */
export interface RecordScan {
  /** Two buffers of `maxScanBytes` bytes each. */
  readonly lanes: readonly [Uint8Array, Uint8Array];
  /** Releases the memory for reuse. */
  release(): void;
}

interface Scan extends RecordScan {
  readonly bytes: Uint8Array;
  /** See wasm/record-scan.wat. */
  countStarts(start: number, end: number, marks: number): number;
}

/** All scans by their memory, the unused ones, and a shared one for bytes in other memory. */
const scans = new WeakMap<ArrayBufferLike, Scan>();
const spares: Scan[] = [];
const maxSpares = 2;
let shared: Scan | undefined;

/** Returns memory for one walk through a table, or `undefined` without WebAssembly. */
export function takeScan(): RecordScan | undefined {
  return spares.pop() ?? openScan();
}

/** Minimum size in bytes of a block that is split to isolate an unusual quotation mark. */
const minQuickBytes = 4096;

/**
 * Counts the records that start in at most `maxScanBytes` bytes. Uses the parity of quotation marks for 64 bytes at a
 * time, which is correct as long as each mark is at a valid position. Counts byte by byte around other marks, or
 * without WebAssembly.
 */
export function countRecords(machine: RecordMachine, bytes: Uint8Array, from: State): RecordCount {
  const counted = countQuickly(machine, bytes, from);
  if (counted !== undefined) return counted;
  if (bytes.length <= minQuickBytes) return countSlowly(machine, bytes, from);
  const middle = bytes.length >>> 1;
  const first = countRecords(machine, bytes.subarray(0, middle), from);
  const second = countRecords(machine, bytes.subarray(middle), first.state);
  return { starts: first.starts + second.starts, state: second.state };
}

/** Counts byte by byte. */
export function countSlowly(machine: RecordMachine, bytes: Uint8Array, from: State): RecordCount {
  const { starts, state: behind } = findStarts(machine, bytes, from);
  return { starts: starts.length, state: behind };
}

const backslash = 0x5c;

/** Counts by parity; returns `undefined` if the parity is not conclusive. */
function countQuickly(machine: RecordMachine, bytes: Uint8Array, from: State): RecordCount | undefined {
  if (bytes.length === 0 || isEscaping(machine, bytes, from)) return undefined;
  const counted = countStarts(machine, bytes, from);
  if (counted < 0) return undefined;
  const behind = (counted & 1) === 1 ? state.quoted : stateBehind(machine, bytes[bytes.length - 1] ?? 0);
  return behind === undefined ? undefined : { starts: counted >>> 1, state: behind };
}

/**
 * Calls the WebAssembly module; returns -1 without one. Restores the byte before the block, which may still be needed.
 */
function countStarts(machine: RecordMachine, bytes: Uint8Array, from: State): number {
  const { memory, start } = placed(bytes);
  if (memory === undefined) return -1;
  const before = memory.bytes[start - 1] ?? 0;
  memory.bytes[start - 1] = byteBefore(machine, from);
  const marks = machine.delimiterByte | (machine.quoteByte << 8) | (isInside(from) ? 1 << 16 : 0);
  const counted = memory.countStarts(start, start + bytes.length, marks);
  memory.bytes[start - 1] = before;
  return counted;
}

/** Returns the position of the bytes in a scan, and copies bytes from other memory into the shared one. */
function placed(bytes: Uint8Array): { readonly memory: Scan | undefined; readonly start: number } {
  const own = scans.get(bytes.buffer);
  if (own !== undefined) return { memory: own, start: bytes.byteOffset };
  shared ??= openScan();
  shared?.bytes.set(bytes, margin);
  return { memory: shared, start: margin };
}

/** True if a backslash may escape a quotation mark in these bytes. */
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

/** Returns a byte that leads to the given state. */
function byteBefore({ quoteByte, delimiterByte }: RecordMachine, from: State): number {
  if (from === state.recordStart) return lineFeed;
  if (from === state.afterReturn) return carriageReturn;
  if (from === state.closing) return quoteByte;
  return from === state.fieldStart ? delimiterByte : letter;
}

/** Returns the state after a byte outside quotation marks, or `undefined` if it is ambiguous. */
function stateBehind({ dialect, quoteByte, delimiterByte }: RecordMachine, byte: number): State | undefined {
  if (byte === lineFeed) return state.recordStart;
  if (byte === carriageReturn) return state.afterReturn;
  if (byte === quoteByte) return state.closing;
  if (byte === delimiterByte) return state.fieldStart;
  return byte === space && dialect.skipsBlanks ? undefined : state.unquoted;
}

/** The assembled wasm/record-scan.wat as base64. Generated by scripts/build-wasm.mjs; do not edit. */
const recordScanWasm: string =
  "AGFzbQEAAAABGgRgAn97AX5gAX4BfmADf39/AX5gA39/fwF/AhIBBnJlYWRlcgZtZW1vcnkCAAEDBQQAAQIDBw8BC2NvdW50U3RhcnRzAAMK/AMEQgAgAP0ABAAgAf0j/WStIAD9AAQQIAH9I/1krUIQhoQgAP0ABCAgAf0j/WStQiCGIAD9AAQwIAH9I/1krUIwhoSECzwAIAAgAEIBhoUhACAAIABCAoaFIQAgACAAQgSGhSEAIAAgAEIIhoUhACAAIABCEIaFIQAgACAAQiCGhQsaACAAQQpGIABBDUZyIAAgAUYgACACRnJyrQveAgQDfwR7Cn4CfyACQRB2IQMgAkEIdkH/AXEhBSACQf8BcSEEIAT9DyEGIAX9DyEHQQr9DyEIQQ39DyEJQgAgA619IQpCfyEQIANFBEAgAEEBay0AACEVIBVBCkatIREgFUENRq0hEgsCQANAIAAgAU8NASABIABrQcAASQRAQgEgASAAa62GQgF9IRALIAAgCBAAIQ0gACAJEAAhDiAAIAcQACAQgyELIAohDCALQgBSBEAgCxABIAqFIQwgCyAMgyEPQgAgD0J/IABBAWstAAAgBCAFEAIgDSAOhCALIAAgBhAAhIRCAYaEhYNSBEBBfw8LCyAMQj+HIQogECARIA0gDEJ/hYNCAYaEIA1Cf4UgEiAOIAxCf4WDQgGGhIOEgyETIBQgE3unaiEUIA0gDEJ/hYNCP4ghESAOIAxCf4WDQj+IIRIgAEHAAGohAAwACwsgFEEBdCAKQgGDp3IL";
