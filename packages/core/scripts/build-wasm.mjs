// Assembles wasm/line-scan.wat and writes its bytes into src/lines/line-scan-wasm.ts.
import { readFile, writeFile } from "node:fs/promises";
import wabtFactory from "wabt";

const source = new URL("../wasm/line-scan.wat", import.meta.url);
const target = new URL("../src/lines/line-scan-wasm.ts", import.meta.url);

/** The assembled module, without debug names. */
export async function assemble() {
  const wabt = await wabtFactory();
  const parsed = wabt.parseWat("line-scan.wat", await readFile(source, "utf8"), { simd: true });
  try {
    parsed.resolveNames();
    parsed.validate();
    return parsed.toBinary({ write_debug_names: false }).buffer;
  } finally {
    parsed.destroy();
  }
}

/** The module as the TypeScript file that the package ships. */
export async function render() {
  const base64 = Buffer.from(await assemble()).toString("base64");
  return `/** The bytes of wasm/line-scan.wat in base64; made by scripts/build-wasm.mjs, never by hand. */
export const lineScanWasm: string =
  "${base64}";
`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) await writeFile(target, await render());
