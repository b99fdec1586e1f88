import type { OutlineEntry } from "@reader/core";
import { describe, expect, test } from "vitest";
import { outlineOfText } from "../outlining.ts";

/** The names of entries, each followed by those of its children. */
function namesOf(entries: readonly OutlineEntry[]): readonly unknown[] {
  return entries.map(({ name, children }) => (children === undefined ? name : [name, namesOf(children)]));
}

async function namesIn(text: string): Promise<readonly unknown[]> {
  return namesOf((await outlineOfText(text, "text/x-scss", "a.less")).entries);
}

describe("a style sheet of SCSS or Less", () => {
  const texts: readonly (readonly [string, string, readonly unknown[]])[] = [
    ["a brace in a comment", "/* { */ .a { b: c } // }\n.d { }", [".a", ".d"]],
    ["a brace in a text", ".a { b: \"}\" } .c { d: '{' }", [".a", ".c"]],
    ["an address with two strokes", ".a { b: url(//c.d/{e}); } .f { }", [".a", ".f"]],
    ["names that are put together", ".a-#{$b} { } .@{c} > .d-@{e} { }", [".a-#{$b}", ".@{c} > .d-@{e}"]],
    ["semicolons between parameters", ".a(@b; @c: 1) { .d(1; 2); &:hover { } }", [[".a", ["&:hover"]]]],
    ["code in backticks", ".a() { .b(@c; ~`f('@{d}', 5) `); &.e { } }", [[".a", ["&.e"]]]],
    ["rules as an argument", ".a { .b({ c: d; }); .e { } } .f { }", [[".a", [".e"]], ".f"]],
    ["conditions", "@mixin a { @if $b { .c { } } @else if $d { .e { } } }", [["a", [".c", ".e"]]]],
    ["variables inside and outside", "$a: 1; .b { $c: 2; } @d: 3;", ["$a", ".b", "@d"]],
    ["a function without parameters", "@function a() { @return 1; }", ["a"]],
    ["a parenthesis that nothing closes", ".a { b: c(d; } .e { }", [".a", ".e"]],
    ["one outside of all", ".a( { } .b { }", [".b"]],
    ["a brace too many", ".a { } } .b { }", [".a", ".b"]],
    ["a brace too few", ".a { .b { }", [[".a", [".b"]]]],
  ];

  test.for(texts)("is outlined with %s", async ([, text, expected]) => {
    expect(await namesIn(text)).toEqual(expected);
  });

  test("has the lines of rules with their comments", async () => {
    const { entries } = await outlineOfText(
      "// A.\n// B.\n.a,\n.b {\n  c: d;\n\n  // E.\n  .e { }\n}\n",
      "text/x-scss",
    );
    expect(entries).toMatchObject([
      { title: ".a, .b", lines: { first: 1, last: 9 }, children: [{ lines: { first: 7, last: 8 } }] },
    ]);
  });
});
