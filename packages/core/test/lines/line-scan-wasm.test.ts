import { expect, test } from "vitest";
import { lineScanWasm } from "../../src/lines/line-scan-wasm.ts";
import { assemble } from "../../scripts/build-wasm.mjs";

test("the shipped module is what its source assembles to", async () => {
  const assembled = Buffer.from(await assemble());
  expect(lineScanWasm).toBe(assembled.toString("base64"));
});
