import { closeSync, fstatSync, openSync, read } from "node:fs";

/**
 * Compiles a WebAssembly file of an installed package in the background. Throws a `TypeError` for any other path, so
 * that a path from a document can never be loaded.
 */
export async function compilePackagedWasm(path: string | URL): Promise<object> {
  const isPackaged = /[\\/]node_modules[\\/].*\.wasm$/.test(String(path));
  if (!isPackaged) throw new TypeError("Only a WebAssembly file of an installed package can be compiled.");
  return WebAssembly.compile(await readPackaged(path));
}

/** Reads the file in one request that starts at once. A second request would wait for the event loop. */
async function readPackaged(path: string | URL): Promise<Uint8Array> {
  const file = openSync(path, "r");
  try {
    const bytes = new Uint8Array(fstatSync(file).size);
    for (let filled = 0; filled < bytes.length;) {
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
