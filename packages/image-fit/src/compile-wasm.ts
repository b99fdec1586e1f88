import { closeSync, fstatSync, openSync, read } from "node:fs";

/**
 * Compiles a WebAssembly file of an installed package that leaves loading it to a bundler, beside what this thread does
 * meanwhile. Throws a `TypeError` for anything but such a file: no path of a document may ever come here.
 */
export async function compilePackagedWasm(path: string | URL): Promise<object> {
  const isPackaged = /[\\/]node_modules[\\/].*\.wasm$/.test(String(path));
  if (!isPackaged) throw new TypeError("Only a WebAssembly file of an installed package can be compiled.");
  return WebAssembly.compile(await readPackaged(path));
}

/** Under way when this returns, and in one piece: a next one would wait until this thread has nothing else to do. */
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
