/**
 * Compiles a WebAssembly file of an installed package that leaves loading it to a bundler. Throws a `TypeError` for
 * anything but such a file: no path of a document may ever come here.
 */
export async function compilePackagedWasm(path: string): Promise<object> {
  const isPackaged = /[\\/]node_modules[\\/].*\.wasm$/.test(path);
  if (!isPackaged) throw new TypeError("Only a WebAssembly file of an installed package can be compiled.");
  const { readFile } = await import("node:fs/promises");
  return WebAssembly.compile(await readFile(path));
}
