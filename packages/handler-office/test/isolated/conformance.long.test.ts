import { existsSync } from "node:fs";
import { isolate } from "@reader/isolate";
import { collect, testHandlerIsolated } from "@reader/testkit";
import { utils, write } from "@e965/xlsx";
import { afterAll, expect, test } from "vitest";
import { dbf, office, xlsb } from "../../src/index.ts";
import { builtChild } from "../support/built-child.ts";

const options = { resolveFrom: import.meta.url, childModule: builtChild(import.meta.url) };
const fixtures = new URL("../../../../fixtures/", import.meta.url);

for (const handler of office()) {
  const folder = new URL(`${handler.name}/`, fixtures);
  if (existsSync(folder)) testHandlerIsolated(handler, folder, () => isolate([handler], options));
}

const others = isolate([xlsb(), dbf()], options);
afterAll(() => others.close());

/** A workbook of one cell, in a format that nothing else here can write. */
function written(bookType: "xlsb" | "dbf"): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([["Name"], ["Ada"]]), "Data");
  return new Uint8Array(write(book, { bookType, type: "buffer" }) as Uint8Array);
}

test.for([
  ["xlsb", xlsb()],
  ["dbf", dbf()],
] as const)("the handler %s, isolated, gives the same", async ([type, handler]) => {
  const [isolated = handler] = others.handlers.filter(({ name }) => name === type);
  const bytes = written(type);
  const { text } = await collect(isolated, bytes);
  expect(text).toContain("Ada");
  expect(text).toBe((await collect(handler, bytes)).text);
});
