/** A WebAssembly module: its source in `wasm/`, its target in `src/`, and the name of the constant. */
export interface WasmModule {
  readonly source: string;
  readonly target: string;
  readonly constant: string;
}

/** All modules. */
export const modules: readonly WasmModule[];

/** Renders a module as the TypeScript file that the package ships. */
export function render(module: WasmModule): Promise<string>;
