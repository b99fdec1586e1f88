// Assembles all WebAssembly modules and writes each into the TypeScript file that uses it.
import { readFile, writeFile } from "node:fs/promises";
import wabtFactory from "wabt";

/** The sources in `wasm/`, their targets in `src/`, and the names of the constants. */
export const modules = [
  { source: "line-scan.wat", target: "text/lines/line-scan.ts", constant: "lineScanWasm" },
  { source: "number-lines.wat", target: "render/number-lines.ts", constant: "numberLinesWasm" },
];

const ownRoot = new URL("../", import.meta.url);

/** Returns the bytes of an assembled module, without debug names. */
async function assemble(source, root) {
  const wabt = await wabtFactory();
  const text = await readFile(new URL(`wasm/${source}`, root), "utf8");
  const parsed = wabt.parseWat(source, text, { simd: true });
  try {
    parsed.resolveNames();
    parsed.validate();
    return parsed.toBinary({ write_debug_names: false }).buffer;
  } finally {
    parsed.destroy();
  }
}

/**
 * Returns the TypeScript file of a module, with the assembled module as the value of its constant. `root` is the folder of
 * the package.
 */
export async function render({ source, target, constant }, root = ownRoot) {
  const base64 = Buffer.from(await assemble(source, root)).toString("base64");
  const text = await readFile(new URL(`src/${target}`, root), "utf8");
  const value = new RegExp(`(?<=^const ${constant}: string =\\s+")[\\w+/=]*(?=";$)`, "m");
  if (!value.test(text)) throw new Error(`src/${target} has no constant ${constant}.`);
  return text.replace(value, base64);
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const module of modules)
    await writeFile(new URL(`../src/${module.target}`, import.meta.url), await render(module));
}
