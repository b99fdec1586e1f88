import { expect, test } from "vitest";
import { formOf, run } from "./run.ts";

test.for<readonly [what: string, content: string, reason: string]>([
  ["states that are saved for ever", "q ".repeat(1_000_000), "nesting"],
  ["a string that never ends", `(${"a(".repeat(1_000_000)}`, "string"],
  ["an escaped string that never ends", `(\\${"a".repeat(1_000_000)}`, "string"],
  ["a string of digits that never ends", `<${"61".repeat(500_000)}`, "string"],
  ["lists in lists for ever", `/P <</A ${"[".repeat(100_000)}`, "dictionary"],
  ["dictionaries in dictionaries for ever", `/P ${"<</A ".repeat(100_000)}`, "dictionary"],
  ["operands for ever", "1 ".repeat(1_000_000), "operands"],
  ["a name for ever", `/${"a".repeat(1_000_000)} Do`, "name"],
  ["a picture that never ends", `BI /W 9 ID ${"E".repeat(1_000_000)}`, "inline image"],
  ["a dictionary of a picture that never ends", `BI ${"/W 9 ".repeat(100_000)}`, "inline image"],
])("%s are given up", ([, content, reason]) => {
  expect(run(content).outcome).toEqual({ kind: "bail", reason });
});

test("states that are restored for ever are no harm", () => {
  expect(run("Q ".repeat(100_000)).outcome.kind).toBe("done");
});

test("a form inside of itself is given up", () => {
  const forms: Record<string, ReturnType<typeof formOf>> = {};
  const form = formOf("/Form Do", {
    resources: {
      font: () => expect.fail(),
      external: () => forms["Form"] ?? "nothing",
      graphicsState: () => expect.fail(),
      colourSpace: () => "other",
      properties: () => ({}),
    },
  });
  forms["Form"] = form;
  expect(run("/Form Do", { forms }).outcome).toEqual({ kind: "bail", reason: "forms" });
});

test("a form that is painted for ever is given up", () => {
  const forms = { Form: formOf("") };
  expect(run("/Form Do ".repeat(5000), { forms }).outcome).toEqual({ kind: "bail", reason: "forms" });
});

test("all bytes there are make no other error than that the page is given up", () => {
  const bytes = Uint8Array.from({ length: 65_536 }, (_, index) => (index * 7919) >> 8);
  expect(["bail", "done"]).toContain(run(bytes).outcome.kind);
});
