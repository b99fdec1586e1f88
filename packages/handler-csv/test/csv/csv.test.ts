import { readdirSync, readFileSync } from "node:fs";
import { testHandler } from "@reader/testkit";
import { expect, test } from "vitest";
import { csv } from "../../src/index.ts";
import { fixtureFiles } from "./fixture-files.ts";

const fixtures = new URL("../../../../fixtures/csv/", import.meta.url);

testHandler(csv(), fixtures);

test("the fixtures are what their script makes", () => {
  const bytesOf = (content: string | Uint8Array): readonly number[] => [...Buffer.from(content)];
  for (const [path, content] of Object.entries(fixtureFiles)) {
    expect([path, bytesOf(readFileSync(new URL(path, fixtures)))]).toEqual([path, bytesOf(content)]);
  }
  const names = new Set(Object.keys(fixtureFiles).map((path) => path.split("/")[0]));
  expect(new Set(readdirSync(fixtures))).toEqual(names);
});
