import { setFlagsFromString } from "node:v8";

/**
 * Imports a module of 10 MB of WebAssembly without checking each of its ten thousand functions beforehand, of which a
 * read calls a few hundred: they are checked when they are first called. That saves 25 of the 70 ms that it takes to
 * load. The flag holds for all of the process, and so no longer than the import.
 */
export async function importUnchecked<Module>(load: () => Promise<Module>): Promise<Module> {
  setFlag("--wasm-lazy-validation");
  try {
    return await load();
  } finally {
    setFlag("--no-wasm-lazy-validation");
  }
}

function setFlag(flag: string): void {
  try {
    setFlagsFromString(flag);
  } catch {
    // Only V8 has the flag; other engines load the module as they do.
  }
}
