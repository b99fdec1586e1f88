import { readFileSync } from "node:fs";
import { testHandler } from "@reader/testkit";
import { expect, test } from "vitest";
import { xlsx } from "../../src/index.ts";
import { xlsxFixtures } from "./fixture-files.ts";

const fixtures = new URL("../../../../fixtures/xlsx/", import.meta.url);

testHandler(xlsx(), fixtures, {
  entry: new URL("../../dist/index.js", import.meta.url),
  // Its index describes the handler of encrypted documents and loads nothing.
  allowed: ["@reader/office-kit"],
});

test.for(xlsxFixtures)("fixture $name is what the script writes", ({ name, bytes }) => {
  expect(new Uint8Array(readFileSync(new URL(`${name}/input.xlsx`, fixtures)))).toEqual(bytes);
});
