import { closeSync, fstatSync, openSync, read } from "node:fs";

/** A change of a module before it is compiled. */
export interface WasmEdit {
  /** Number of unused bytes before the module, so that a longer module needs no copy of its megabytes. */
  readonly room: number;
  /** Returns the changed module, which is part of the same memory. `bytes` begins with the unused bytes. */
  apply(bytes: Uint8Array): Uint8Array;
}

const unchanged: WasmEdit = { room: 0, apply: (bytes) => bytes };

/**
 * Compiles a WebAssembly file of an installed package in the background. Throws a `TypeError` for any other path, so
 * that a path from a document can never be loaded.
 */
export async function compilePackagedWasm(path: string | URL, edit: WasmEdit = unchanged): Promise<object> {
  const isPackaged = /[\\/]node_modules[\\/].*\.wasm$/.test(String(path));
  if (!isPackaged) throw new TypeError("Only a WebAssembly file of an installed package can be compiled.");
  return WebAssembly.compile(edit.apply(await readPackaged(path, edit.room)));
}

/**
 * Reads the file behind `room` unused bytes, in one request that starts at once. A second request would wait for the
 * event loop.
 */
async function readPackaged(path: string | URL, room: number): Promise<Uint8Array> {
  const file = openSync(path, "r");
  try {
    const bytes = new Uint8Array(room + fstatSync(file).size);
    for (let filled = room; filled < bytes.length;) {
      const count = await readPiece(file, bytes.subarray(filled));
      if (count === 0) break;
      filled += count;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

function readPiece(file: number, target: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    read(file, target, 0, target.length, null, (error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}
