import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { isolate } from "@reader/isolate";
import { importViolations } from "@reader/testkit";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { outline } from "../src/index.ts";

const fixtures = fileURLToPath(new URL("../../../fixtures/outline/", import.meta.url));

test("an outline is created in a separate process", async () => {
  const isolation = isolate([outline()], { resolveFrom: import.meta.url });
  const reader = createReader({ roots: [fixtures], handlers: isolation.handlers });
  try {
    const code = await reader.read({ path: "go/pool/input.go", view: "outline" });
    expect(renderText(code)).toContain("45-51    func (p *Pool[T]) Get(ctx context.Context) (conn T, err error)");
    const lock = await reader.read({ path: "lock-files/go/go.sum", view: "outline" });
    expect(renderText(lock)).toContain("lock file of Go: 2 modules");
  } finally {
    await reader.close();
    await isolation.close();
  }
});

test("importing the package loads no engine", async () => {
  // A file for each language; packed, they are two.
  const entry = new URL("../dist/index.js", import.meta.url);
  expect(await importViolations({ entry, maxModules: 50 })).toEqual([]);
});

test("the package as it is published has every language", async () => {
  const packed = new URL("../lib/index.js", import.meta.url);
  const { outline: ofPackage } = (await import(packed.href)) as { outline: typeof outline };
  expect(ofPackage().mediaTypes.toSorted()).toEqual(outline().mediaTypes.toSorted());
});
