import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { testHandler } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { fb2, mobi, xps } from "../src/index.ts";
import { fixtureFiles } from "./fixture-files.ts";

const fixtures = new URL("../../../fixtures/", import.meta.url);

describe("fb2", () => {
  testHandler(fb2(), new URL("fb2/", fixtures));
});
describe("mobi", () => {
  testHandler(mobi(), new URL("mobi/", fixtures));
});
describe("xps", () => {
  testHandler(xps(), new URL("xps/", fixtures));
});

describe("the fixtures of books", () => {
  test.for(Object.entries(fixtureFiles))("hold what makes them: %s", ([path, content]) => {
    expect(Buffer.compare(readFileSync(new URL(path, fixtures)), Buffer.from(content))).toBe(0);
  });
});
