import type { OutlineEntry } from "@reader/core";
import { describe, expect, test } from "vitest";
import { outlineOfText } from "../outlining.ts";

function pathsOf(entries: readonly OutlineEntry[], around = ""): readonly string[] {
  return entries.flatMap(({ name, lines, children = [] }) => [
    `${around}${name} ${lines?.first}-${lines?.last}`,
    ...pathsOf(children, `${around}${name} / `),
  ]);
}

async function pathsIn(text: string, mediaType: string): Promise<readonly string[]> {
  return pathsOf((await outlineOfText(text, mediaType)).entries);
}

const typescript = "text/x-typescript";

describe("an attribute above a declaration", () => {
  const texts: readonly (readonly [string, string, string, string])[] = [
    ["is part of it where it has several lines", typescript, '@a("b", [\n  c,\n])\nm() {}', "A / m 2-5"],
    ["is part of it where a bracket ends further in", typescript, '@a("b",\n   ["c"])\nm() {}', "A / m 2-4"],
    ["is not where something else stands behind it", typescript, "@a() b: c;\nm() {}", "A / m 3-3"],
    ["is part of it with a comment behind it", typescript, "@a() // b\nm() {}", "A / m 2-3"],
    ["is not that of a field in Java", "text/x-java", "@A private B b;\nvoid m() {}", "A / m 3-3"],
  ];

  test.for(texts)("%s", async ([, mediaType, body, expected]) => {
    expect(await pathsIn(`class A {\n${body}\n}\n`, mediaType)).toContain(expected);
  });
});

describe("a comment", () => {
  test("above several declarations in a line belongs to the first", async () => {
    expect(await pathsIn("/** A. */\nclass A { b() {} }\n", typescript)).toEqual(["A 1-2", "A / b 2-2"]);
  });

  test("of Rust that belongs to the enclosing item is not part of the next one", async () => {
    expect(await pathsIn("//! The file.\n#![allow(a)]\n/// F.\nfn f() {}\n", "text/x-rust")).toEqual(["f 3-4"]);
  });
});

describe("a name", () => {
  const texts: readonly (readonly [string, string, string, readonly string[]])[] = [
    [
      "of several in one declaration is an entry beside the others",
      "text/javascript",
      "var a = function () {\n  function c() {}\n}, b = () => 1;\n",
      ["a 1-3", "a / c 2-2", "b 3-3"],
    ],
    ["of variables of Go, too", "text/x-go", "package p\nvar a, b = 1, 2\n", ["a 2-2", "b 2-2"]],
    [
      "of a class in a field includes its members",
      typescript,
      "class A {\n  static B = class {\n    c() {}\n  };\n}\n",
      ["A 1-5", "A / B 2-4", "A / B / c 3-3"],
    ],
    [
      "of an accessor covers both",
      typescript,
      "class A {\n  get b() { return 1; }\n  set b(c) {}\n  static get b() { return 2; }\n}\n",
      ["A 1-5", "A / b 2-3", "A / b 4-4"],
    ],
    [
      "of a nested type is qualified by both",
      "text/x-c++",
      "struct A { struct C {}; };\nstruct B { struct C {}; };\nvoid B::C::d() {}\nvoid X::C::e() {}\nvoid n::B::f() {}\n",
      ["A 1-1", "A / C 1-1", "B 2-2", "B / C 2-2", "B / C / d 3-3", "B / f 5-5", "X.C.e 4-4"],
    ],
    [
      "of an operator has that word in C#",
      "text/x-csharp",
      "class A {\n  public static A operator -(A a) => a;\n  public static explicit operator int(A a) => 1;\n  ~A() {}\n}\n",
      ["A 1-5", "A / operator - 2-2", "A / operator int 3-3", "A / ~A 4-4"],
    ],
    [
      "of an object with functions holds them",
      "text/javascript",
      "module.exports = {\n  a: {\n    b() {},\n  },\n  c: { d: 1 },\n};\n",
      ["a 2-4", "a / b 3-3"],
    ],
  ];

  test.for(texts)("%s", async ([, mediaType, text, expected]) => {
    expect(await pathsIn(text, mediaType)).toEqual(expected);
  });
});

test("a rule of CSS without a selector has no name, so only the rules inside it are entries", async () => {
  expect(await pathsIn("{\n  a { color: red }\n}\nb {\n  { i { color: red } }\n}\n", "text/css")).toEqual([
    "a 2-2",
    "b 4-6",
    "b / i 5-5",
  ]);
});
