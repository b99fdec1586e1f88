import { expect, test } from "vitest";
import { outlineText } from "../../src/outline-file.ts";
import { shownOutline } from "../outlining.ts";

const outlineOf = async (text: string): Promise<string> =>
  shownOutline(await outlineText({ text, mediaType: "text/x-c++", name: "a.cc" }));

test("what looks like a declaration in a function of C++ is a variable, and no entry", async () => {
  const text =
    "int A::f() {\n  std::lock_guard<std::mutex> lock(m);\n  Point point(x);\n  return 1;\n}\nvoid g(int a);\n";
  expect(await outlineOf(text)).not.toMatch(/lock|point/);
  expect(await outlineOf(text)).toMatch(/void g\(int a\)/);
});

test.for([
  ["char ***deep(int a) { return 0; }", "deep"],
  ["const char *const name(void);", "name"],
  ["Item &at(int a) { return b; }", "at"],
  ["extern void VG_(exit)(int status);", "VG_(exit)"],
  ["extern void VG_(print) (const char *format, ...);", "VG_(print)"],
  ["A::~A() {}", "A::~A"],
] as const)("a function is found with any declarator: %s", async ([text, name]) => {
  const { entries } = await outlineText({ text: `${text}\n`, mediaType: "text/x-c++", name: "a.cc" });
  expect(entries.map((entry) => entry.title).join()).toContain(name);
});

test("a pointer to a function is no function", async () => {
  expect(await outlineOf("int (*call)(int cb(int));\nint a = f(1);\nError (A::*routine)(B::C);\n")).not.toMatch(
    /call|cb|f\(|routine/,
  );
});
