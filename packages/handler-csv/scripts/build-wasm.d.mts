/** A module of WebAssembly: its source in `wasm/`, where it goes in `src/`, and the name of its constant. */
export interface WasmModule {
  readonly source: string;
  readonly target: string;
  readonly constant: string;
}

/** All of them. */
export const modules: readonly WasmModule[];

/** The module as the TypeScript file that the package ships. */
export function render(module: WasmModule): Promise<string>;
