// Assembles wasm/number-lines.wat and writes its bytes into src/render/number-lines-wasm.ts.
import { readFile, writeFile } from "node:fs/promises";
import wabtFactory from "wabt";

const source = new URL("../wasm/number-lines.wat", import.meta.url);
const target = new URL("../src/render/number-lines-wasm.ts", import.meta.url);

/** The assembled module in base64, without debug names. */
export async function assemble() {
  const wabt = await wabtFactory();
  const parsed = wabt.parseWat("number-lines.wat", await readFile(source, "utf8"), { simd: true });
  try {
    parsed.resolveNames();
    parsed.validate();
    return Buffer.from(parsed.toBinary({ write_debug_names: false }).buffer).toString("base64");
  } finally {
    parsed.destroy();
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const text = `/** The bytes of wasm/number-lines.wat in base64; made by scripts/build-number-wasm.mjs, never by hand. */
export const numberLinesWasm: string =
  "${await assemble()}";
`;
  await writeFile(target, text);
}
