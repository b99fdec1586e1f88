import { expect, test } from "vitest";
import { chunkStarts } from "../../../src/code/search/chunks.ts";
import { condenseCode } from "../../../src/code/condense/condense-code.ts";
import { outlineText } from "../../../src/outline-file.ts";

/** So many copies of a part, each with its number in place of `#`. */
const copies = (part: string, count: number): string =>
  Array.from({ length: count }, (_, at) => part.replaceAll("#", String(at))).join("");

const linesAt = (text: string, starts: readonly number[]): readonly string[] =>
  starts.slice(1).map((start) => text.slice(start, start + 9));

test("a long text is taken apart before declarations, outside of brackets", () => {
  const text = copies("export class A# {\n\nread() {}\n\n}\n", 6000);
  const starts = chunkStarts(text, "typescript");
  expect(starts.length).toBeGreaterThan(2);
  expect(new Set(linesAt(text, starts))).toEqual(new Set(["export cl"]));
});

test.for([
  ["what is in one pair of brackets", "cpp", `namespace all {\n\n${copies("int a#();\n\n", 9000)}}\n`],
  ["a comment", "java", `/*\n\n${copies("class A# {}\n\n", 9000)}*/\n`],
  ["a text in backticks below its limit", "typescript", `const a = \`\n\n${copies("class A# {}\n\n", 9000)}\`;\n`],
] as const)("%s stays in one part", ([, grammar, text]) => {
  expect(chunkStarts(text, grammar)).toEqual([0]);
});

test("a bracket that nothing closes does not keep a script together for ever", () => {
  const text = `const quote = /[(]/;\nlet open = (;\n${copies("export function a#() {}\n\n", 30_000)}`;
  expect(chunkStarts(text, "javascript").length).toBeGreaterThan(3);
});

test("a fault in a long file costs no declaration of its other parts", async () => {
  const text = `${copies("export function a#(): void {}\n\n", 5000)}class {{{\n\n${copies("export function b#(): void {}\n\n", 5000)}`;
  const { entries } = await outlineText({ text, mediaType: "text/x-typescript", name: "a.ts", timeMs: 60_000 });
  const names = new Set(entries.map(({ name }) => name));
  expect([names.has("a0"), names.has("a4999"), names.has("b0"), names.has("b4999")]).toEqual([true, true, true, true]);
});

test("with more declarations than entries, the outline is truncated", async () => {
  const text = copies("int a#(void);\n\n", 30_000);
  const outline = await outlineText({ text, mediaType: "text/x-c", name: "a.h", timeMs: 60_000 });
  expect(outline.truncated).toBe(true);
  expect(outline.entries).toHaveLength(20_000);
});

test.for([
  ["cpp", "/* One. */\n// Two.\n\n/* Three\n   lines. */\nint a;\n", "\nint a;\n"],
  ["typescript", "const a = `\n// a`;\n", "const a = `\n// a`;\n"],
  [
    "css",
    "/* One. */\n.a {\n  color: red;\n}\n@media print {\n  .b { color: red; }\n}\n",
    "\n.a {}\n@media print {\n  .b { color: red; }\n}\n",
  ],
  ["typescript", "interface A {\n  b: string;\n}\n", "interface A {}\n"],
  ["typescript", "interface A {\n  b(): string;\n}\n", "interface A {\n  b(): string;\n}\n"],
  ["cpp", "struct a {\n  int b;\n};\n", "struct a {};\n"],
  ["cpp", "struct a {\n  int b();\n};\n", "struct a {\n  int b();\n};\n"],
  ["ruby", "class A\n  # One.\n  def b(c)\n    c + 1\n  end\nend\n", "class A\n  \n  def b(c);0 \n  end\nend\n"],
  ["ruby", "def a\n  def b\n  end\nend\n", "def a\n  def b\n  end\nend\n"],
] as const)("code without entries of %s is left out: %s", ([grammar, text, expected]) => {
  expect(condenseCode(text, grammar)?.text ?? text).toBe(expected);
});

test("of a shell script only functions are parsed", () => {
  const text = "set -e\necho a\na() {\n  echo b\n  echo c\n}\necho d\n";
  expect(condenseCode(text, "bash")?.text).toBe("\na() { :;}");
});

test("a function below a macro of the preprocessor, or between its conditions, is found", async () => {
  const text =
    "#ifdef A\nstatic void XMLCALL start(void *data) {\n}\n#else\nint other(void) {\n  return 1;\n}\n#endif\n";
  const { entries } = await outlineText({ text, mediaType: "text/x-c", name: "a.c" });
  expect(entries.map(({ name }) => name)).toEqual(["start", "other"]);
});
