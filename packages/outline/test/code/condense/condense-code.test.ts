import { expect, test } from "vitest";
import { condenseCode } from "../../../src/code/condense/condense-code.ts";
import { outlineText } from "../../../src/outline-file.ts";
import { shownOutline } from "../../outlining.ts";

const condensedOf = (text: string, grammar = "typescript"): string => condenseCode(text, grammar)?.text ?? text;

test.for([
  [
    "typescript",
    "function read(path: string): string {\n  return path;\n}\n",
    "function read(path: string): string {}\n",
  ],
  ["typescript", "class A {\n  get b(): number {\n    return 1;\n  }\n}\n", "class A {\n  get b(): number {}\n}\n"],
  [
    "typescript",
    "const f = async (\n  a: number,\n) => {\n  go(a);\n};\n",
    "const f = async (\n  a: number,\n) => {};\n",
  ],
  ["javascript", "exports.read = function (path) {\n  return path;\n};\n", "exports.read = function (path) {};\n"],
  [
    "java",
    "class A {\n  void b() throws C {\n    if (d) {\n      e();\n    }\n  }\n}\n",
    "class A {\n  void b() throws C {}\n}\n",
  ],
  [
    "c-sharp",
    "class A\n{\n    int B(int c)\n    {\n        return c;\n    }\n}\n",
    "class A\n{\n    int B(int c)\n    {}\n}\n",
  ],
  ["cpp", "int add(int a)\n{\n  return a + 1;\n}\n", "int add(int a)\n{}\n"],
  ["cpp", "void a()\n{\n  Point b(1);\n#if B\n  goto end;\n#endif\nend:\n  c();\n}\n", "void a()\n{}\n"],
  ["cpp", "struct a *b(int c)\n{\n  return c;\n}\n", "struct a *b(int c)\n{}\n"],
  ["cpp", "typedef struct {\n  int number;\n  char letter;\n} pair;\n", "typedef struct {} pair;\n"],
  ["go", "func Add(a int) int {\n\treturn a\n}\n", "func Add(a int) int {}\n"],
  [
    "rust",
    "pub fn add<T>(a: T) -> T\nwhere\n    T: Copy,\n{\n    a\n}\n",
    "pub fn add<T>(a: T) -> T\nwhere\n    T: Copy,\n{}\n",
  ],
  ["php", "function add($a) {\n  return $a;\n}\n", "function add($a) {}\n"],
  ["python", "def add(a):\n    b = a\n    return b\n\nc = 1\n", "def add(a):\n    0;0\n\nc = 1\n"],
] as const)("the body of a function in %s is left out: %s", ([grammar, text, expected]) => {
  expect(condensedOf(text, grammar)).toBe(expected);
});

test.for([
  ["typescript", "function outer() {\n  function inner() {}\n}\n"],
  ["typescript", "function outer() {\n  return { read() { return 1; } };\n}\n"],
  ["typescript", "function outer() {\n  const a: { read(): void; } = b;\n}\n"],
  ["typescript", "function outer() {\n  it('reads', () => 1);\n}\n"],
  ["typescript", "wrap(function () {\n  exports.a = () => 1;\n});\n"],
  ["typescript", "if (a) {\n  exports.b = () => 1;\n}\n"],
  ["typescript", "function text() {\n  return `\n}\n`;\n}\n"],
  ["typescript", "function text() {\n  return '}';\n}\n"],
  ["java", "class A {\n  B c() {\n    return new B() {\n      void d() {\n      }\n    };\n  }\n}\n"],
  ["cpp", "void a()\n{\n  struct B { int c(); };\n}\n"],
  ["cpp", "void a()\n{\n#if B\n  c();\n}\n#else\n}\n#endif\n"],
  ["cpp", "void a()\n{\n#define B(c) c\n}\n"],
  ["cpp", "class A : public B<C(D)>\n{\n  void e();\n};\n"],
  ["cpp", "struct __attribute__((packed)) a\n{\n  void b();\n};\n"],
  ["go", "func A() {\n\ttype b interface{ C() }\n}\n"],
  ["rust", "fn a() {\n    struct B;\n}\n"],
  ["python", "def a():\n    def b():\n        pass\n"],
  ["python", 'def a():\n    b = """\nnot indented"""\n    return b\n'],
  ["python", "def a(b=(\n"],
] as const)("code that may contain an entry, or has no clear end, stays in %s: %s", ([grammar, text]) => {
  const inner = condensedOf(text, grammar);
  expect(inner.replace("void d() {}", "void d() {\n      }")).toBe(text);
});

/** Functions of many shapes, more than are parsed whole. */
function long(part: (at: number) => string): string {
  const parts: string[] = [];
  for (let length = 0; length < 110_000; length += parts.at(-1)?.length ?? 1) parts.push(part(parts.length));
  return parts.join("");
}

test.for([
  [
    "text/x-typescript",
    (at: number) =>
      `/** Reads. */\nexport function read${at}(\n  path: string,\n): string {\n  if (path === "") {\n    return "é";\n  }\n  return path;\n}\n`,
  ],
  [
    "text/x-python",
    (at: number) =>
      `# Reads.\nclass A${at}:\n    def read(self):\n        """Text."""\n        return {\n            1: 2,\n        }\n    # Behind.\n`,
  ],
  [
    "text/x-go",
    (at: number) => `// Reads.\nfunc read${at}() error {\n\tif a {\n\t\treturn nil\n\t}\n\treturn b\n}\n\n`,
  ],
] as const)("a long text of %s has the lines of its short parts", async ([mediaType, part]) => {
  const text = long(part);
  const outlined = await outlineText({ text, mediaType, name: "a", timeMs: 60_000 });
  const [first] = outlined.entries;
  const short = await outlineText({ text: part(0), mediaType, name: "a", timeMs: 60_000 });
  const lines = part(0).split("\n").length - 1;
  expect(outlined.truncated).toBeUndefined();
  expect(outlined.entries).toHaveLength((text.split("\n").length / lines) | 0);
  expect(shownOutline({ entries: first === undefined ? [] : [first] })).toBe(shownOutline(short));
  outlined.entries.forEach((entry, at) => {
    expect(entry.lines).toEqual({
      first: (first?.lines?.first ?? 0) + at * lines,
      last: (first?.lines?.last ?? 0) + at * lines,
    });
  });
});

test("a fault in a long text is met with the whole of it", async () => {
  const text = `${long((at) => `function read${at}() {\n  return ${at};\n}\n`)}function broken( {\n`;
  const { entries } = await outlineText({ text, mediaType: "text/javascript", name: "a.js", timeMs: 60_000 });
  expect(entries[0]).toMatchObject({ name: "read0", lines: { first: 1, last: 3 } });
  expect(entries[1000]).toMatchObject({ name: "read1000", lines: { first: 3001, last: 3003 } });
});
