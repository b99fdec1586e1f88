import type * as mupdf from "mupdf";
import type { WasmEdit } from "@reader/image-fit/compile-wasm";

/**
 * Number of bytes of the stack of the engine's C code. mupdf 1.28.1 has 64 KB, below which its variables lie: ordinary
 * text takes up to 38 KB, and 20 nested forms overwrite the state of `malloc`. With more, MuPDF reports deep nesting at
 * 120 KB. V8's own stack, 1 MB in the main thread and 4 MB in others, ends before this one, with an error.
 */
const stackBytes = { perRow: 1024, rows: 4096 };

/** The global variable of WebAssembly that holds the end of the stack in use. The stack grows towards address 0. */
interface StackPointer {
  value: number;
}

/** A stack of the engine that does not overflow. */
export interface EngineStack {
  /**
   * Drops the frames that errors left behind, 64 bytes each: an error skips the code that drops them. Must not be called
   * while the engine runs.
   */
  reset(): void;
}

/**
 * Gives the engine a larger stack, in memory that the engine allocates. Returns `undefined` if the instance does not
 * export its stack pointer.
 */
export function moveStack({ Pixmap, ColorSpace }: typeof mupdf, instance: object | undefined): EngineStack | undefined {
  const pointer = stackPointerOf(instance);
  if (pointer === undefined) return undefined;
  // Of all that the engine allocates on request, only pixels are not cleared, so that unused stack takes no memory.
  const memory = new Pixmap(ColorSpace.DeviceGray, [0, 0, stackBytes.perRow, stackBytes.rows], false);
  const { byteOffset, byteLength } = memory.getPixels();
  // C code expects its stack at multiples of 16.
  const end = Math.floor((byteOffset + byteLength) / 16) * 16;
  const stack = {
    // A reference, because the engine frees pixels that are garbage.
    memory,
    reset() {
      pointer.value = end;
    },
  };
  stack.reset();
  return stack;
}

function stackPointerOf(instance: object | undefined): StackPointer | undefined {
  if (instance === undefined || !("exports" in instance)) return undefined;
  const exports = instance.exports as { readonly [exportName]?: StackPointer };
  return exports[exportName];
}

/** Not a name that a minifier gives to another export. */
const exportName = "#";

const sectionIds = { globals: 6, exports: 7 };

/** A mutable 32-bit integer with a constant value. */
const stackPointerBytes: readonly number[] = [0x7f, 1, 0x41];

/** The length of the name, the name, and the first global variable. */
const exportEntry: readonly number[] = [1, exportName.charCodeAt(0), 3, 0];

/**
 * Adds the stack pointer to the exports of a WebAssembly module, as Emscripten does on request. A module with other
 * global variables is unchanged, because the stack pointer could be any of them.
 */
export const stackExport: WasmEdit = {
  room: exportEntry.length,
  apply(bytes) {
    const module = bytes.subarray(exportEntry.length);
    const exports = findExports(module);
    if (exports === undefined) return module;
    const { size, count, end } = exports;
    bytes.copyWithin(0, exportEntry.length, exportEntry.length + end);
    bytes.set(exportEntry, end);
    writeNumber(bytes, size, size.value + exportEntry.length);
    writeNumber(bytes, count, count.value + 1);
    return bytes;
  },
};

/** A number of a module, in groups of 7 bits with the lowest first. */
interface EncodedNumber {
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

/** The section of exports: its size, the number of exports, and where it ends. */
interface ExportSection {
  readonly size: EncodedNumber;
  readonly count: EncodedNumber;
  readonly end: number;
}

/** Returns the exports of a module whose only global variable is the stack pointer and that has space for one more. */
function findExports(module: Uint8Array): ExportSection | undefined {
  let hasStackPointer = false;
  // A module begins with its mark and version.
  for (let at = 8; at < module.length;) {
    const size = readNumber(module, at + 1);
    const count = readNumber(module, size.end);
    const end = size.end + size.value;
    if (module[at] === sectionIds.globals) {
      hasStackPointer =
        count.value === 1 && stackPointerBytes.every((byte, index) => module[count.end + index] === byte);
    }
    if (module[at] === sectionIds.exports) {
      const hasSpace = fits(size, size.value + exportEntry.length) && fits(count, count.value + 1);
      return hasStackPointer && hasSpace ? { size, count, end } : undefined;
    }
    at = end;
  }
  return undefined;
}

function readNumber(bytes: Uint8Array, start: number): EncodedNumber {
  let value = 0;
  let at = start;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at] ?? 0;
    at += 1;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, start, end: at };
  }
}

function fits({ start, end }: EncodedNumber, value: number): boolean {
  return value < 2 ** (7 * (end - start));
}

function writeNumber(bytes: Uint8Array, { start, end }: EncodedNumber, value: number): void {
  for (let at = start, rest = value; at < end; at++) {
    bytes[at] = (rest % 0x80) + (at < end - 1 ? 0x80 : 0);
    rest = Math.floor(rest / 0x80);
  }
}
