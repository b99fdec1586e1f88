import { expect, test } from "vitest";
import { formOf, run } from "./run.ts";

/** Two-byte codes that the font does not know, as a hexadecimal string. */
function unknownCodes(): string {
  return Array.from({ length: 5000 }, (_, index) => (index + 0x1000).toString(16)).join("");
}

function replacedGlyphs(glyphs: number): string {
  return `/F 9 Tf /Span <</ActualText (ab)>> BDC (${"c".repeat(glyphs)}) Tj EMC`;
}

test.for<readonly [what: string, content: string, reason: string]>([
  ["states that are saved for ever", "q ".repeat(1_000_000), "nesting"],
  ["a string that never ends", `(${"a(".repeat(1_000_000)}`, "string"],
  ["an escaped string that never ends", `(\\${"a".repeat(1_000_000)}`, "string"],
  ["a string of digits that never ends", `<${"61".repeat(500_000)}`, "string"],
  ["lists in lists for ever", `/P <</A ${"[".repeat(100_000)}`, "dictionary"],
  ["dictionaries in dictionaries for ever", `/P ${"<</A ".repeat(100_000)}`, "dictionary"],
  ["operands for ever", "1 ".repeat(1_000_000), "operands"],
  ["a name for ever", `/${"a".repeat(1_000_000)} Do`, "name"],
  ["marked content in marked content for ever", "/P BMC ".repeat(100_000), "nesting"],
  ["clips in clips for ever", "0 0 9 9 re W n ".repeat(1000), "clips"],
  ["codes that nobody knows for ever", `/P 9 Tf <${unknownCodes()}> Tj`, "codes"],
  ["a text that is meant and never ends", `/P <</ActualText (${"a".repeat(500_000)})>> BDC`, "actual text"],
  ["glyphs for ever in place of a text that is meant", replacedGlyphs(100_000), "actual text"],
  ["a fraction for ever", `0.${"1".repeat(100_000)} w`, "number"],
  ["text that clips", "/F 9 Tf 7 Tr (a) Tj", "text mode"],
  ["a picture whose data ends too soon", "BI /W 9 /H 9 /BPC 8 /CS /G ID x EI (a) Tj", "inline image"],
  ["a picture that never ends", `BI /W 9 ID ${"E".repeat(1_000_000)}`, "inline image"],
  ["a dictionary of a picture that never ends", `BI ${"/W 9 ".repeat(100_000)}`, "inline image"],
])("%s are rejected", ([, content, reason]) => {
  expect(run(content).outcome).toEqual({ kind: "bail", reason });
});

test("the data of an image may look like its end", () => {
  const data = "  EI q Q q Q q Q q Q q Q q ".slice(0, 25);
  expect(run(`BI /W 5 /H 5 /BPC 8 /CS /G ID ${data} EI 0 0 9 9 re f`).log).toHaveLength(2);
});

test("endless restores of states are harmless", () => {
  expect(run("Q ".repeat(100_000)).outcome.kind).toBe("done");
});

test("a recursive form is rejected", () => {
  const forms: Record<string, ReturnType<typeof formOf>> = {};
  const form = formOf("/Form Do", {
    resources: {
      font: () => expect.fail(),
      external: () => forms["Form"] ?? "nothing",
      graphicsState: () => expect.fail(),
      colourSpace: () => "other",
      checkShading: () => expect.fail(),
      properties: () => ({}),
    },
  });
  forms["Form"] = form;
  expect(run("/Form Do", { forms }).outcome).toEqual({ kind: "bail", reason: "forms" });
});

test("a large form that is painted often is rejected", () => {
  const forms = { Form: formOf("q Q ".repeat(50_000)) };
  expect(run("/Form Do ".repeat(100), { forms }).outcome).toEqual({ kind: "bail", reason: "forms" });
});

test("a form that is painted endlessly is rejected", () => {
  const forms = { Form: formOf("") };
  expect(run("/Form Do ".repeat(5000), { forms }).outcome).toEqual({ kind: "bail", reason: "forms" });
});

test("random bytes cause no other error than that the page is rejected", () => {
  const bytes = Uint8Array.from({ length: 65_536 }, (_, index) => (index * 7919) >> 8);
  expect(["bail", "done"]).toContain(run(bytes).outcome.kind);
});
