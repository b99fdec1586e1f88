import { ReadError } from "@reader/core/handler";
import { expect, test, vi } from "vitest";
import { loadHtmlEngine } from "../../src/markdown/engine.ts";

test("names parse5 if it is not installed", async () => {
  vi.doMock("parse5", () => {
    throw new Error("Cannot find package 'parse5'");
  });
  const error: unknown = await loadHtmlEngine().catch((thrown: unknown) => thrown);
  vi.doUnmock("parse5");
  expect(ReadError.is(error) && [error.code, error.message, error.hint]).toEqual([
    "unsupported-type",
    "HTML is read by the package parse5, which is not installed.",
    "Ask the user to run `npm install parse5`, then read the file again.",
  ]);
});
