import type { OutlineEntry } from "@reader/core/handler";
import { expect, test } from "vitest";
import { chunkStarts } from "../../src/code/search/chunks.ts";
import { outlineText } from "../../src/outline-file.ts";

const namesIn = (entries: readonly OutlineEntry[]): readonly string[] =>
  entries.flatMap(({ name, children = [] }) => [name, ...namesIn(children)]);

/** What the code has at its place in a file that is long enough to be condensed and taken apart. */
async function namesOfLong(code: string, [mediaType, name]: readonly [string, string]): Promise<readonly string[]> {
  // Comments make a text long, and take no time.
  const filler = name.endsWith(".rb") ? "# Nothing.\n" : "// Nothing.\n";
  const text = code + filler.repeat(Math.ceil(120_000 / filler.length));
  const { entries } = await outlineText({ text, mediaType, name, timeMs: 60_000 });
  return namesIn(entries.filter(({ lines }) => (lines?.first ?? 0) <= code.split("\n").length - 1));
}

test("a record of Java keeps its constructor without parameters", async () => {
  const code = "record Pair(int a, int b) {\n    Pair {\n        check(a);\n        check(b);\n    }\n}\n";
  const names = await namesOfLong(code, ["text/x-java", "A.java"]);
  expect(names).toEqual(["Pair", "Pair"]);
});

test("methods of one name whose bodies were left out are not joined", async () => {
  const code = "class A\n  def self.read(a)\n    a + 1\n  end\n\n  def read(a)\n    a + 2\n  end\nend\n";
  const names = await namesOfLong(code, ["text/x-ruby", "a.rb"]);
  expect(names).toEqual(["A", "read", "read"]);
});

test("a type after a function without a body keeps its methods", async () => {
  const code = "export declare function isRead(a: unknown): a is Text & {\n    toText(encoding: string): string;\n};\n";
  const names = await namesOfLong(code, ["text/x-typescript", "a.d.ts"]);
  expect(names).toEqual(["isRead", "toText"]);
});

test("an escape that is valid only in String.raw does not lose the code after it", async () => {
  const text =
    "const a = String.raw`C:\\users\\xyz`;\nconst b = String.raw`\\u228?`;\nexport function read(): void {}\n";
  const { entries } = await outlineText({ text, mediaType: "text/x-typescript", name: "a.ts" });
  expect(namesIn(entries)).toContain("read");
});

test("no comment of Ruby is in a title, an empty one neither", async () => {
  const text = "module A\n  #\n  # One.\n  #\n  class B\n  end\nend\n";
  const { entries } = await outlineText({ text, mediaType: "text/x-ruby", name: "a.rb" });
  expect(entries[0]?.title).toBe("module A");
});

test("brackets that nothing closes keep no long file of C# together", () => {
  const text = `class {{{ (\n${"public class A\n{\n    public int B(int c) { return c; }\n}\n\n".repeat(9000)}`;
  expect(chunkStarts(text, "c-sharp").length).toBeGreaterThan(3);
});

test("thousands of comments in a row are no reason to wait for an outline of Python", async () => {
  const text = `class A:\n    def b(self):\n        pass\n\n${"# Nothing.\n".repeat(20_000)}\ndef c():\n    pass\n`;
  const { entries, truncated } = await outlineText({ text, mediaType: "text/x-python", name: "a.py", timeMs: 60_000 });
  expect(truncated).toBeUndefined();
  expect(namesIn(entries)).toEqual(["A", "b", "c"]);
});
