import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { testHandler } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { iwork } from "../src/index.ts";
import { fixtureFiles } from "./fixture-files.ts";

const fixtures = new URL("../../../fixtures/", import.meta.url);

testHandler(iwork(), new URL("iwork/", fixtures));

describe("the fixtures of iWork documents", () => {
  test.for(Object.entries(fixtureFiles))("hold what makes them: %s", ([path, content]) => {
    expect(Buffer.compare(readFileSync(new URL(path, fixtures)), Buffer.from(content))).toBe(0);
  });
});
