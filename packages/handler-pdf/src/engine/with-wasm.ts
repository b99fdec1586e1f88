import { compilePackagedWasm } from "@reader/image-fit/compile-wasm";

/** How the engine takes its WebAssembly from outside: the hook of its compiler, Emscripten, under a name of its own. */
interface WasmHook {
  $libmupdf_wasm_Module?: { instantiateWasm(imports: object, receive: (instance: object) => void): object };
}

/**
 * Loads the engine while its 10 MB of WebAssembly are read and compiled beside this thread. The engine would do that
 * itself, in this thread and after all else: 15 ms of a start. Where the file does not lie beside the engine's code, as
 * in somebody's bundle, it still does.
 */
export async function withWasm<Module>(
  load: () => Promise<Module>,
  file: URL | undefined = wasmFile(),
): Promise<Module> {
  if (file === undefined) return load();
  const hook: WasmHook = globalThis;
  try {
    return await new Promise<Module>((resolve, reject) => {
      const compiled = compilePackagedWasm(file);
      // The engine would wait for ever for what cannot be compiled.
      compiled.catch(reject);
      hook.$libmupdf_wasm_Module = {
        instantiateWasm(imports, receive) {
          compiled.then((module) => WebAssembly.instantiate(module, imports).then(receive)).catch(reject);
          return {};
        },
      };
      load().then(resolve, reject);
    });
  } finally {
    delete hook.$libmupdf_wasm_Module;
  }
}

function wasmFile(): URL | undefined {
  try {
    const file = new URL("mupdf-wasm.wasm", import.meta.resolve("mupdf"));
    return file.pathname.includes("/node_modules/") ? file : undefined;
  } catch {
    return undefined;
  }
}
