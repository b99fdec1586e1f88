// Assembles every module of `modules` and writes its bytes into the TypeScript file that the package ships.
import { readFile, writeFile } from "node:fs/promises";
import wabtFactory from "wabt";

/** The sources in `wasm/`, where each goes in `src/`, and the name of its constant. */
export const modules = [
  { source: "line-scan.wat", target: "text/lines/line-scan-wasm.ts", constant: "lineScanWasm" },
  { source: "number-lines.wat", target: "render/number-lines-wasm.ts", constant: "numberLinesWasm" },
];

const ownRoot = new URL("../", import.meta.url);

/** The bytes of an assembled module, without debug names. */
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

/** A module as the TypeScript file that the package ships; `root` is the folder of the package. */
export async function render({ source, constant }, root = ownRoot) {
  const base64 = Buffer.from(await assemble(source, root)).toString("base64");
  return `/** The bytes of wasm/${source} in base64; made by scripts/build-wasm.mjs, never by hand. */
export const ${constant}: string =
  "${base64}";
`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const module of modules)
    await writeFile(new URL(`../src/${module.target}`, import.meta.url), await render(module));
}
