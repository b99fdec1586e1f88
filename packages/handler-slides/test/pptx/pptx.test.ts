import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { testHandler } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { pptx } from "../../src/index.ts";
import { fixtureFiles } from "./fixture-decks.ts";

const fixtures = new URL("../../../../fixtures/", import.meta.url);

testHandler(pptx(), new URL("pptx/", fixtures));

describe("the fixtures of presentations", () => {
  test.for(Object.entries(fixtureFiles))("hold what makes them: %s", ([path, content]) => {
    expect(Buffer.compare(readFileSync(new URL(path, fixtures)), Buffer.from(content))).toBe(0);
  });
});
