import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { plainStatements } from "../../../src/code/condense/condense-code.ts";
import { condense } from "../../../src/code/condense/condense.ts";
import { languageExports } from "../../language-exports.ts";
import { outlineOfText, shownOutline } from "../../outlining.ts";

const withoutPlain = (text: string, grammar: string): string => condense(text, plainStatements(text, grammar)).text;

test.for([
  [
    "imports",
    "typescript",
    'import { type A, readFileSync } from "node:fs";\nexport class B {}\n',
    "\nexport class B {}\n",
  ],
  [
    "fields of a type",
    "typescript",
    "interface A {\n  readonly name: string;\n  size(): number;\n}\n",
    "interface A {\n  size(): number;\n}\n",
  ],
  ["calls", "javascript", "app.use(express.static(folder));\nfunction a() {}\n", "\nfunction a() {}\n"],
  [
    "a comment after a statement",
    "javascript",
    "const one = first + 1; // (of two)\nfunction a() {}\n",
    "\nfunction a() {}\n",
  ],
  [
    "parameters",
    "typescript",
    "export declare function a(first: string, second?: number): void;\n",
    "export declare function a(a): void;\n",
  ],
  ["a table", "typescript", 'export const names = ["one", "two", "three", "four"];\n', "export const names = [a];\n"],
  ["declarations", "css", "a {\n  color: red;\n  background: url(data:a;b);\n}\n", "a {\n}\n"],
  [
    "declarations between rules",
    "css",
    "a {\n  color: darkolivegreen;\n  &:hover { b: c }\n}\n",
    "a {\n  &:hover { b: c }\n}\n",
  ],
  [
    "members of a type",
    "cpp",
    "struct a {\n  int number_of_things;\n  int size(void);\n};\n",
    "struct a {\n  int size(void);\n};\n",
  ],
  [
    "parameters with types",
    "java",
    "class A {\n  int b(final Map<String, C> first, int d) {}\n}\n",
    "class A {\n  int b(int a) {}\n}\n",
  ],
  ["attributes", "c-sharp", '[Guid("177F0C4A-1CD3-4DE7-A32C")]\nclass A {}\n', "[a]\nclass A {}\n"],
  ["imports", "rust", "use std::collections::{HashMap, HashSet};\nfn a() {}\n", "\nfn a() {}\n"],
  ["a table", "python", "names = [\n    'one',\n    'two',\n    'three',\n]\n", "names = [a]\n"],
  ["what explains", "python", 'def a():\n    """Says what it does, at length."""\n', 'def a():\n    """"""\n'],
] as const)("%s of %s are left out: %s", ([, grammar, text, expected]) => {
  expect(withoutPlain(text, grammar)).toBe(expected);
});

test.for([
  ["typescript", "export const first = one, second = two;\n"],
  ["typescript", "declare const aNameThatIsLong: unknown;\n"],
  ["typescript", "interface A {\n  nameThatIsLong(): Promise<string>;\n}\n"],
  ["typescript", "type Long = string | number | undefined;\n"],
  ["typescript", "import a from 'first'\nimport b from 'second'\nexport async function c() { await (a, b); }\n"],
  ["typescript", "const { first, second }\n  = values.of(one => one);\n"],
  ["javascript", "const names = { first: read, second: () => {} };\n"],
  ["javascript", "describe('what there is', () => { it('reads', () => {}); });\n"],
  ["javascript", "const text = `\n  first = second + third;\n  ${a}`, f = () => 1;\n"],
  ["javascript", "switch (a) { case 1: first = second + third; b = () => 1; }\n"],
  ["javascript", "if (a) first = second + third;\nelse b(() => { class C {} });\n"],
  ["css", "@media print { a { b: c } }\n"],
  // If macros are syntax errors, only the parameters tell a function from a call.
  ["cpp", "int add(const struct pair *first, int second);\n"],
  ["cpp", "typedef unsigned long long long_number;\n"],
  ["cpp", "#define FIRST_NUMBER (SECOND_NUMBER)\n"],
  ["cpp", "enum things { FIRST_THING, SECOND_THING };\n"],
  ["cpp", "using strings = std::vector<std::string>;\n"],
  ["java", "enum A { FIRST_THING, SECOND_THING; int b(); }\n"],
  ["c-sharp", "class A { event EventHandler<B> ThingsHappened; }\n"],
  ["php", "$read = function () { return 'something'; };\n"],
  ["rust", "const FIRST_NUMBER: u64 = SECOND_NUMBER;\n"],
  ["python", "class A:\n    first = 'one'\n    second = 'two'\n"],
] as const)("code that is or may contain an entry stays in %s: %s", ([grammar, text]) => {
  expect(withoutPlain(text, grammar)).toBe(text);
});

test("a possible entry in one part does not keep another", () => {
  const text = "wrap({\n  first: second(third, fourth, fifth, sixth),\n  read() {},\n});\n";
  expect(withoutPlain(text, "javascript")).toBe("wrap({\n  first: second(a),\n  read() {},\n});\n");
});

test.for(["{".repeat(200_000), "({[".repeat(100_000), "a;}".repeat(100_000), "if (a) {".repeat(50_000)])(
  "brackets that nothing closes or opens take no time worth speaking of",
  (text) => {
    for (const grammar of ["typescript", "cpp", "css", "python"])
      expect(condense(text, plainStatements(text, grammar)).text.length).toBeLessThanOrEqual(text.length);
  },
);

const fixtures = fileURLToPath(new URL("../../../../../fixtures/outline/", import.meta.url));
const fillers: Readonly<Record<string, string>> = {
  css: "/* Nothing. */\n",
  bash: "# Nothing.\n",
  powershell: "# Nothing.\n",
  python: "# Nothing.\n",
  ruby: "# Nothing.\n",
};

/** Sound code of every language, each with the type that it is said to be of. */
const cases = [...languageExports].flatMap(
  ([
    language,
    {
      mediaTypes: [mediaType = ""],
    },
  ]) =>
    readdirSync(join(fixtures, language))
      .filter((name) => name !== "broken")
      .map((name) => ({ name: join(language, name), mediaType, filler: fillers[language] ?? "// Nothing.\n" })),
);

test.for(cases)(
  "$name has the same outline where it is condensed because it is long",
  async ({ name, mediaType, filler }) => {
    const folder = join(fixtures, name);
    const file = readdirSync(folder).find((each) => each !== "expected.txt") ?? "";
    const text = readFileSync(join(folder, file), "utf8");
    const long = `${text}\n\n${filler.repeat(Math.ceil(110_000 / filler.length))}`;
    const [short, condensed] = await Promise.all([text, long].map((each) => outlineOfText(each, mediaType, file)));
    expect(shownOutline(condensed ?? { entries: [] })).toBe(shownOutline(short ?? { entries: [] }));
  },
);
