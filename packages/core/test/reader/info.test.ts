import { expect, test } from "vitest";
import { expectFailure, expectResult, lineNumbers, readerOf } from "./support.ts";

test("a file is told of without its content, and with what its first answer would cost", async () => {
  const reader = await readerOf({ "a.txt": lineNumbers(5000) });
  const info = await reader.info("a.txt");
  const first = expectResult(await reader.read("a.txt"));
  expect(info).toMatchObject({
    ok: true,
    mediaType: "text/plain",
    handler: "text",
    extents: [{ unit: "line", total: 5000, exact: true }],
    tokens: { by: "counted" },
    firstAnswer: first.cost,
    next: { path: "a.txt" },
  });
});

test.for([
  ["list", /^Read it/],
  ["refuse", /^List it, or read a file inside/],
] as const)(
  "a folder is no file, and where the reader is to %s folders the hint says so",
  async ([directories, hint]) => {
    const reader = await readerOf({ "sub/a.txt": "a" }, { directories });
    const outcome = await reader.info("sub");
    if (outcome.ok) throw new Error("a folder was taken for a file");
    expect(expectFailure(outcome).error.code).toBe("is-directory");
    expect(outcome.error.hint).toMatch(hint);
  },
);
