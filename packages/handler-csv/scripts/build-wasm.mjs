// Assembles every module of `modules` and writes its bytes into the TypeScript file that uses it.
import { writeFile } from "node:fs/promises";
// @boundaries-ignore a script of this checkout, which is the same for every package
import { render as renderIn } from "../../core/scripts/build-wasm.mjs";

const root = new URL("../", import.meta.url);

/** The sources in `wasm/`, where each goes in `src/`, and the name of its constant. */
export const modules = [
  { source: "record-scan.wat", target: "csv/records/record-scan.ts", constant: "recordScanWasm" },
];

/** Returns the TypeScript file of a module, with the assembled module in it. */
export const render = (module) => renderIn(module, root);

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const module of modules) await writeFile(new URL(`src/${module.target}`, root), await render(module));
}
