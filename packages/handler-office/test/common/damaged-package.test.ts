import { createReader } from "@reader/core";
import { memoryFileSystem } from "@reader/testkit";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { office } from "../../src/index.ts";

const fixtures = new URL("../../../../fixtures/", import.meta.url);

test.for([
  "docx/made-by-pandoc/input.docx",
  "pptx/pandoc/input.pptx",
  "xlsx/everything/input.xlsx",
  "odt/report-libreoffice/input.odt",
  "ods/libreoffice-book/input.ods",
])("%s without the directory at its end is read, and the answer says what was done", async (path) => {
  const bytes = readFileSync(new URL(path, fixtures));
  const directory = bytes.indexOf(Buffer.from("PK\u0001\u0002", "latin1"));
  const name = path.slice(path.lastIndexOf("/") + 1);
  const fileSystem = memoryFileSystem({ entries: { [`/${name}`]: bytes.subarray(0, directory) } });
  const reader = createReader({ handlers: office(), fileSystem, roots: ["/"] });
  const outcome = await reader.read(name);
  await reader.close();
  expect(outcome.ok).toBe(true);
  const message: unknown = expect.stringMatching(/^The directory of the archive is missing/);
  expect(outcome.notices).toContainEqual(expect.objectContaining({ code: "handler", message }));
});
