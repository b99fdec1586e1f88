import type { Pdfium } from "./engine.ts";

/** Calls `use` with the address of zeroed memory, which is freed afterwards. */
export function withMemory<Value>({ pdfium }: Pdfium, bytes: number, use: (address: number) => Value): Value {
  const address = pdfium.wasmExports.malloc(bytes);
  if (address === 0) throw new Error("The PDF engine has no memory left.");
  try {
    pdfium.HEAPU8.fill(0, address, address + bytes);
    return use(address);
  } finally {
    pdfium.wasmExports.free(address);
  }
}

/** Maximum bytes of a text that is not content: a title, a name, a value. */
const maxTextBytes = 1_000_000;

/** Reads a UTF-16 text, up to its first zero, by a function that returns its length in bytes, with the final zero. */
export function readText(engine: Pdfium, read: (buffer: number, bytes: number) => number): string {
  return readWholeText(engine, read).split("\0", 1)[0] ?? "";
}

const utf16 = new TextDecoder("utf-16le", { ignoreBOM: true });

/** The same, but the text may have zeros, and is cut to a number of characters. */
export function readWholeText(
  engine: Pdfium,
  read: (buffer: number, bytes: number) => number,
  maxCharacters: number = maxTextBytes,
): string {
  const bytes = read(0, 0);
  if (bytes <= 2 || bytes > maxTextBytes) return "";
  return withMemory(engine, bytes, (buffer) => {
    read(buffer, bytes);
    return utf16.decode(engine.pdfium.HEAPU8.slice(buffer, buffer + Math.min(bytes - 2, 2 * maxCharacters)));
  });
}

/** Reads a text of bytes, such as a font name or an address. */
export function readBytesText(engine: Pdfium, read: (buffer: number, bytes: number) => number): string {
  const bytes = read(0, 0);
  if (bytes <= 1 || bytes > maxTextBytes) return "";
  return withMemory(engine, bytes + 1, (buffer) => {
    read(buffer, bytes);
    return engine.pdfium.UTF8ToString(buffer);
  });
}

/** Returns the 32-bit number at an address. */
export function numberAt({ pdfium }: Pdfium, address: number): number {
  return pdfium.HEAP32[address >> 2] ?? 0;
}

/** Returns the number of single precision at an address. */
export function floatAt({ pdfium }: Pdfium, address: number): number {
  return pdfium.HEAPF32[address >> 2] ?? 0;
}

/** Returns `count` numbers of single precision from an address on. */
export function floatsAt({ pdfium }: Pdfium, address: number, count: number): readonly number[] {
  return [...pdfium.HEAPF32.subarray(address >> 2, (address >> 2) + count)];
}
