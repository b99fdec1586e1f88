import { describe, expect, test } from "vitest";
import { outlineOfText, shownOutline } from "../../outlining.ts";

const cases: readonly (readonly [string, string, string, string])[] = [
  [
    "decorators with brackets in strings",
    "text/x-typescript",
    '@a({ b: ")" }) @c\nclass D {\n}',
    "1-3 class [D] class D",
  ],
  [
    "generics over lines",
    "text/x-typescript",
    "function f<\n  T,\n>(\n  a: T,\n): T {\n}",
    "1-6 function [f] function f< T, >(a: T): T",
  ],
  ["annotations", "text/x-java", "@A(b = {1, 2})\npublic class C {\n}", "1-3 class [C] public class C"],
  ["attributes", "text/x-rust", '#[a(b)]\n#[c = "]"]\nstruct D {\n}', "1-4 class [D] struct D"],
  [
    "a comment in the signature",
    "text/x-python",
    "def f(a,  # first\n      b):\n    pass",
    "1-3 function [f] def f(a, b)",
  ],
  [
    "a comment of something else above it",
    "text/x-python",
    "x = 1\n    # no\ndef f():\n    pass",
    "3-4 function [f] def f()",
  ],
  [
    "a blank line between comment and code",
    "text/x-go",
    "package a\n// no\n\n// yes\nfunc f() {\n}",
    "4-6 function [f] func f()",
  ],
  ["block comments", "text/x-c", "/*\n yes\n */\nint f(void)\n{\n}", "1-6 function [f] int f(void)"],
  [
    "code before a block comment",
    "text/x-c",
    "int x; /* no\n*/\nint f(void) { return 1; }",
    "3-3 function [f] int f(void)",
  ],
  ["pointers to pointers", "text/x-c", "char **f(void) { return 0; }", "1-1 function [f] char **f(void)"],
  [
    "an unfinished class",
    "text/x-typescript",
    "class A {\n  b() {\n    if (",
    "1-3 class [A] class A\n  2-3 method [b] b()",
  ],
];

describe("a signature", () => {
  test.for(cases)("survives %s", async ([, mediaType, text, expected]) => {
    expect(shownOutline(await outlineOfText(text, mediaType))).toBe(expected);
  });

  test("is cut with an ellipsis, and never inside of a character", async () => {
    const { entries } = await outlineOfText(
      `function f(${"😀, ".repeat(80)}) {}`.replaceAll("😀", "a𠀀"),
      "text/javascript",
    );
    expect(entries[0]?.title).toMatch(/…$/);
    expect(entries[0]?.title).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
  });
});
