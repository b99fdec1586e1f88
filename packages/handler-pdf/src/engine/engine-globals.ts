/** The functions that the WebAssembly of an engine calls, by the names of the global variables that hold them. */
type Globals = Readonly<Record<string, unknown>>;

/** The functions of one engine, apart from those of other engines in the process. */
export interface EngineGlobals {
  /** Returns imports whose functions call this engine, whatever the global variables hold. */
  bind(imports: object): object;
  /** Called when the engine has loaded and has set the variables: keeps its functions and restores those before. */
  settle(): void;
}

const prefix = "$libmupdf_";

/** Emscripten's hook, not one of these functions. */
const wasmHook = "$libmupdf_wasm_Module";

/** One of the functions. An engine sets all of them together. */
const sample = "$libmupdf_device";

/**
 * Separates an engine that is about to load from others. The functions that MuPDF's WebAssembly calls for devices,
 * texts and messages are global variables, which each copy of mupdf in the process replaces by its own. A call that
 * reaches another copy reads and frees addresses in the wrong memory.
 */
export function createEngineGlobals(scope: Record<string, unknown> = globalThis): EngineGlobals {
  const before = globalsIn(scope);
  let own: Globals | undefined;
  const bound = (call: Call): Call => {
    return (...values) => {
      if (own === undefined || scope[sample] === own[sample]) return call(...values);
      const others = globalsIn(scope);
      Object.assign(scope, own);
      try {
        return call(...values);
      } finally {
        Object.assign(scope, others);
      }
    };
  };
  return {
    bind: (imports) => mapFunctions(imports, bound),
    settle() {
      own = globalsIn(scope);
      Object.assign(scope, before);
    },
  };
}

function globalsIn(scope: Record<string, unknown>): Globals {
  const names = Object.keys(scope).filter((name) => name.startsWith(prefix) && name !== wasmHook);
  return Object.fromEntries(names.map((name) => [name, scope[name]]));
}

type Call = (...values: readonly unknown[]) => unknown;

/** Maps all functions of all imported modules. */
function mapFunctions(imports: object, map: (call: Call) => Call): object {
  const mapOne = (value: unknown): unknown => (typeof value === "function" ? map(value as Call) : value);
  return mapValues(imports, (module) => mapValues(module as object, mapOne));
}

function mapValues(object: object, map: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
}
