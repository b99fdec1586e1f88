import { readFileSync } from "node:fs";
import { testHandler } from "@reader/testkit";
import { expect, test } from "vitest";
import { docx } from "../../src/index.ts";
import { fixtureFiles } from "./fixture-files.ts";

const folder = new URL("../../../../fixtures/docx/", import.meta.url);

testHandler(docx(), folder);

test.for(Object.entries(fixtureFiles))("the fixture %s is what its script writes", ([path, content]) => {
  const bytes = new Uint8Array(readFileSync(new URL(path, folder)));
  expect(bytes).toEqual(typeof content === "string" ? new TextEncoder().encode(content) : content);
});
