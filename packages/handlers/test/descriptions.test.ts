import { readFileSync } from "node:fs";
import type { Handler } from "@reader/core";
import { expect, test } from "vitest";
import { handlers, localNames, replacements } from "../scripts/list.ts";
import { renderFiles } from "../scripts/write-descriptions.ts";
import { isolatedDescriptions, isolatedHandlers, localHandlers } from "../src/index.ts";

const outdated = "src/generated is out of date: run `pnpm build`, and commit it";

test("the descriptions are those of the handlers", async () => {
  const { "descriptions.ts": expected } = await renderFiles();
  const path = new URL("../src/generated/descriptions.ts", import.meta.url);
  expect(readFileSync(path, "utf8"), outdated).toBe(expected);
});

test("the canaries are those of the handlers", async () => {
  const isolated = handlers.filter(({ name }) => !localNames.has(name));
  expect(isolatedDescriptions.map(({ name }) => name)).toEqual(isolated.map(({ name }) => name));
  for (const [at, handler] of isolated.entries()) {
    expect(await isolatedDescriptions[at]?.canary?.(), outdated).toEqual(await handler.canary?.());
  }
});

test("every isolated handler has a canary but those of XLSB, encrypted packages and outlines", () => {
  const without = isolatedDescriptions.filter(({ canary }) => canary === undefined).map(({ name }) => name);
  expect(without).toEqual(["xlsb", "encryptedOffice", "outline"]);
});

/** What a reader asks of a handler before it reads the first document. */
function factsOf(handler: Handler): object {
  const { name, mediaTypes, origin, textByDefault, tables, outlinesOnly } = handler;
  const outlines = handler.outline !== undefined;
  return {
    name,
    mediaTypes,
    origin,
    textByDefault,
    tables,
    outlinesOnly,
    outlines,
    annotates: handler.annotate !== undefined,
  };
}

const used = handlers.filter(({ name }) => !replacements.has(name));
const inOrder = [
  ...used.filter(({ name }) => !localNames.has(name)),
  ...used.filter(({ name }) => localNames.has(name)),
];

test.for([
  ["isolated", isolatedHandlers().handlers],
  ["in this process", localHandlers()],
] as const)("the handlers of the preset are those of the packages: %s", ([, offered]) => {
  expect(offered.map(factsOf)).toEqual(inOrder.map(factsOf));
});

test("a handler of an installed package detects its files itself, except that of the optional package", () => {
  const detecting = (all: readonly Handler[]): readonly unknown[] => all.map(({ name, sniff }) => [name, sniff]);
  expect(detecting(localHandlers())).toEqual(detecting(inOrder.map(withoutOptional)));
});

function withoutOptional(handler: Handler): Handler {
  const { sniff: _, ...rest } = handler;
  return handler.name === "pdf" ? rest : handler;
}
