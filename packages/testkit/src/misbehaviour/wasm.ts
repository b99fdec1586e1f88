/** What is used of WebAssembly; Node's types leave it to those of the browser. */
interface WebAssemblyParts {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: { readonly run: () => void } };
  readonly Memory: new (limits: { readonly initial: number }) => WebAssemblyMemory;
}

/** A memory that grows by pages of 64 KiB. */
export interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

// Every Node has it, and none of the types that are in use here.
const { WebAssembly: parts } = globalThis as unknown as { readonly WebAssembly: WebAssemblyParts };

/** `(module (func (export "run") (loop (br 0))))`: the sections type, function, export and code, a line each. */
export const loopModule: readonly number[] = [
  [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  [0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
  [0x03, 0x02, 0x01, 0x00],
  [0x07, 0x07, 0x01, 0x03, 0x72, 0x75, 0x6e, 0x00, 0x00],
  [0x0a, 0x09, 0x01, 0x07, 0x00, 0x03, 0x40, 0x0c, 0x00, 0x0b, 0x0b],
].flat();

/** The functions of a module without imports. */
export function compile(bytes: readonly number[]): { readonly run: () => void } {
  return new parts.Instance(new parts.Module(Uint8Array.from(bytes))).exports;
}

/** A memory of no pages. */
export function emptyMemory(): WebAssemblyMemory {
  return new parts.Memory({ initial: 0 });
}
