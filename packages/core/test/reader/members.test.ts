import { expect, test } from "vitest";
import { text } from "../../src/contract/events.ts";
import { defineHandler, type HandlerContext } from "../../src/contract/handler.ts";
import { createPolicy } from "../../src/files/policy/policy.ts";
import { noticeText } from "../../src/render/notice-text.ts";
import { expectFailure, expectResult, numbered, readerOf, type folderWith } from "./support.ts";

const bytes = new TextEncoder().encode("PASSWORD=hunter2\n");

/** Reads `outer.box` by a handler that does what a test wants. */
async function readBox(
  act: (context: HandlerContext) => ReturnType<HandlerContext["nested"]>,
  options: Parameters<typeof readerOf>[1] = {},
  files: Parameters<typeof folderWith>[0] = { "outer.box": "content" },
) {
  const handler = defineHandler({
    name: "box",
    mediaTypes: ["application/x-box"],
    sniff: (_, name) => (name.endsWith(".box") ? "application/x-box" : undefined),
    read: (_, context) => act(context),
  });
  const reader = await readerOf(files, { handlers: [handler], ...options });
  return reader.read("outer.box");
}

test.for([
  [".env", ".env"],
  ["config/.env", "config/.env"],
  ["config\\.env", String.raw`"config\\.env"`],
  [".\u200benv", String.raw`".\u200benv"`],
  // A handler that escapes names before it gives them.
  [".\\u200benv", String.raw`".\\u200benv"`],
  ["\\x2eenv", String.raw`"\\x2eenv"`],
  ["a/../.env/.", "a/../.env/."],
] as const)("a file inside another one called %j is denied", async ([name, shown]) => {
  const outcome = await readBox((context) => context.nested(name, bytes));
  expect(expectFailure(outcome).error).toMatchObject({
    code: "denied-by-policy",
    message: `${shown} in outer.box is not read: it may contain passwords and keys of an application.`,
  });
});

test("a file inside another one is read where its name is no secret's", async () => {
  for (const name of ["notes.txt", "..", "", "\\u{ffffff}", "C:\\notes.txt"]) {
    const outcome = await readBox((context) => context.nested(name, bytes));
    expect([name, numbered(outcome)]).toEqual([name, [[1, "PASSWORD=hunter2"]]]);
  }
});

test("a handler learns which names are denied, also inside of inner files", async () => {
  const policy = createPolicy({ deny: ["outer.box/inner.box/b.txt"] });
  const outcome = await readBox(
    async function* read(context) {
      const isInner = context.budget.maxInflatedBytes < 1_000_000;
      const denied = await context.areDenied?.([".env", "b.txt", "c.txt"]);
      yield text(`${isInner ? "inner" : "outer"}: ${denied?.join(" ")}\n`);
      if (!isInner) yield* context.nested("inner.box", bytes);
    },
    { policy, budget: { maxInflatedBytes: 1_000_000 } },
  );
  expect(numbered(outcome)).toEqual([
    [1, "outer: true false false"],
    [2, "inner: true true false"],
  ]);
});

test("a log inside another file shows runs of NULs as marks, with a notice", async () => {
  const log = `first\0line\nsecond${"\0".repeat(4096)}\nthird\n${"\0".repeat(8)}`;
  const words = [
    [1, "first\0line"],
    [2, "second[4096 NUL bytes]"],
    [3, "third"],
    [4, "[8 NUL bytes]"],
  ];
  const outcome = expectResult(await readBox((context) => context.nested("a.log", Buffer.from(log))));
  expect(numbered(outcome)).toEqual(words);
  expect(outcome.notices.map(noticeText)).toContainEqual(
    expect.stringMatching(/^Runs of NUL bytes are shown as marks/),
  );
  const wide = Buffer.from(`\uFEFF${"a line\n".repeat(40)}${"\0".repeat(20)}two\n`, "utf16le");
  expect(numbered(await readBox((context) => context.nested("b.log", wide))).at(-1)).toEqual([41, "[40 NUL bytes]two"]);
});
