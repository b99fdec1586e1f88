import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { modules, render } from "../../scripts/build-wasm.mjs";

test.for(modules)("src/$target is what wasm/$source assembles to", async (module) => {
  const shipped = readFileSync(new URL(`../../src/${module.target}`, import.meta.url), "utf8");
  expect(shipped).toBe(await render(module));
});
