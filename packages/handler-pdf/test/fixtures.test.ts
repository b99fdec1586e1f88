import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fixtureFiles } from "./fixture-files.ts";

const folder = new URL("../../../fixtures/pdf/", import.meta.url);

test.for(Object.entries(fixtureFiles))("has the fixture %s as its script makes it", ([path, content]) => {
  expect(Buffer.from(content).equals(readFileSync(new URL(path, folder)))).toBe(true);
});

test("has no fixture that no script makes", () => {
  const names = new Set(Object.keys(fixtureFiles).map((path) => path.split("/")[0]));
  expect(new Set(readdirSync(folder))).toEqual(names);
});
