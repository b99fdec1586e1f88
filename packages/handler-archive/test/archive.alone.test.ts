import { testHandler } from "@reader/testkit";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { archive } from "../src/index.ts";
import { fixtureFiles } from "./fixture-files.ts";

const fixtures = new URL("../../../fixtures/archive/", import.meta.url);

testHandler(archive(), fixtures, { entry: new URL("../dist/index.js", import.meta.url) });

test.for(Object.entries(fixtureFiles))("the fixture %s matches its script", ([path, bytes]) => {
  expect(Buffer.from(bytes).equals(readFileSync(new URL(path, fixtures)))).toBe(true);
});
