import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createEngineGlobals } from "../../src/engine/engine-globals.ts";
import { withWasm } from "../../src/engine/engine.ts";

const wasm = new URL("mupdf-wasm.wasm", pathToFileURL(createRequire(import.meta.url).resolve("mupdf")));

interface Hooked {
  readonly $libmupdf_wasm_Module?: { instantiateWasm(imports: object, receive: (instance: object) => void): object };
}

/** Types that Node's declarations leave to those of browsers. */
const { Instance, Module } = WebAssembly as unknown as {
  readonly Instance: new () => object;
  readonly Module: (new (bytes: Uint8Array) => object) & { imports(module: object): readonly { name: string }[] };
};

const ignore = (): void => undefined;

const globals = createEngineGlobals({});

/** Imitates the engine's use of the hook, with these imports. */
function engineWith(imports: object): () => Promise<object> {
  return () =>
    new Promise((resolve) => {
      (globalThis as Hooked).$libmupdf_wasm_Module?.instantiateWasm(imports, resolve);
    });
}

/** Returns all imports of the module as functions that do nothing. */
async function allImports(): Promise<object> {
  const { readFile } = await import("node:fs/promises");
  const wanted = Module.imports(new Module(await readFile(wasm)));
  return { a: Object.fromEntries(wanted.map(({ name }) => [name, () => 0])) };
}

test("passes compiled WebAssembly to the engine and removes the hook", async () => {
  const kept: object[] = [];
  const instance = await withWasm(engineWith(await allImports()), {
    file: wasm,
    globals,
    keep: (one) => kept.push(one),
  });
  expect(instance).toBeInstanceOf(Instance);
  expect(kept).toEqual([instance]);
  expect(globalThis).not.toHaveProperty("$libmupdf_wasm_Module");
});

test("fails if the WebAssembly does not fit the engine, without waiting forever", async () => {
  await expect(withWasm(engineWith({}), { file: wasm, globals, keep: ignore })).rejects.toThrow(/import/i);
  expect(globalThis).not.toHaveProperty("$libmupdf_wasm_Module");
});

test("fails if the file is missing", async () => {
  await expect(withWasm(engineWith({}), { file: new URL("absent.wasm", wasm), globals, keep: ignore })).rejects.toThrow(
    "ENOENT",
  );
});

test("passes on the error of loading the engine", async () => {
  await expect(
    withWasm(() => Promise.reject(new Error("not installed")), { file: wasm, globals, keep: ignore }),
  ).rejects.toThrow("not installed");
  expect(await withWasm(() => Promise.resolve("as it is"), { file: undefined, globals, keep: ignore })).toBe(
    "as it is",
  );
});
