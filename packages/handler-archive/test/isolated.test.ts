import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { isolate } from "@reader/isolate";
import { memoryFileSystem, testHandlerIsolated, buildZip } from "@reader/testkit";
import { expect, test } from "vitest";
import { archive } from "../src/index.ts";
import { builtChild } from "./support/built-child.ts";

const resolveFrom = import.meta.url;
const childModule = builtChild(resolveFrom);

testHandlerIsolated(archive(), new URL("../../../fixtures/archive/", import.meta.url), () =>
  isolate([archive()], { resolveFrom, childModule }),
);

test("nested archives are read in separate processes", async () => {
  const nest = (depth: number): Uint8Array =>
    buildZip([depth === 0 ? { name: "a.txt", data: "alpha\n" } : { name: "inner.zip", data: nest(depth - 1) }]);
  const isolation = isolate([archive()], { resolveFrom, childModule });
  const fileSystem = memoryFileSystem({ entries: { "/x.zip": nest(2) } });
  const reader = createReader({ handlers: isolation.handlers, fileSystem, roots: ["/"] });
  const outcome = await reader.read({ path: "x.zip", select: "inner.zip/inner.zip/a.txt" });
  await reader.close();
  await isolation.close();
  expect(renderText(outcome)).toBe("[a.txt in inner.zip in inner.zip in x.zip]\n1\talpha\n");
});
