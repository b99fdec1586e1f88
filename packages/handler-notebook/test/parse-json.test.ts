import { ReadError } from "@reader/core";
import { expect, test } from "vitest";
import { parseJson } from "../src/json/parse-json.ts";

/** Returns the error for a text. */
function faultOf(text: string): ReadError {
  try {
    parseJson(text, "a/b.ipynb");
  } catch (error) {
    if (ReadError.is(error)) return error;
    throw error;
  }
  throw new Error("It was parsed.");
}

test.for([
  ["[1,\n2,\n  x]", 3, 3],
  ["[1,\r\n2,\r\n  x]", 3, 3],
  ["[1,\r2,\r  x]", 3, 3],
  ['["😀😀" x]', 1, 7],
  ['{"a": 1', 1, 8],
  ["[1,\n", 2, 1],
  ["", 1, 1],
] as const)("tells line and column of the fault in %j", ([text, line, column]) => {
  const error = faultOf(text);
  expect(error).toMatchObject({ code: "corrupt", details: { line, column } });
  expect(error.message).toContain(`line ${line}, column ${column}`);
  expect(error.cause).toBeInstanceOf(SyntaxError);
});

test.for([
  ["[1 2]", 'a/b.ipynb is not valid JSON at line 1, column 4: expected a comma or "]", found "2".'],
  [
    '{"a" "b"}',
    "a/b.ipynb is not valid JSON at line 1, column 6: expected a colon after the name, found a quotation mark.",
  ],
  ["[\u202e]", "a/b.ipynb is not valid JSON at line 1, column 2: expected a value, found U+202E."],
  ['["\t"]', "a/b.ipynb is not valid JSON at line 1, column 3: expected a closing quote, found U+0009."],
  ["[😀]", 'a/b.ipynb is not valid JSON at line 1, column 2: expected a value, found "😀".'],
  ["[\ud800]", "a/b.ipynb is not valid JSON at line 1, column 2: expected a value, found U+D800."],
  ["[1,", "a/b.ipynb is not valid JSON at line 1, column 4: expected a value, the file ends there."],
] as const)("words the fault of %j", ([text, message]) => {
  expect(faultOf(text).message).toBe(message);
});

test.for([
  ["[1,", "Get the whole file again: it was cut off while it was written or copied."],
  ["[1,\n<<<<<<< HEAD\n2]", "Resolve the merge conflict at line 2, column 1, then read the notebook again."],
  ["[1\n=======\n2]", "Resolve the merge conflict at line 2, column 1, then read the notebook again."],
  ["[1\n>>>>>>> other\n]", "Resolve the merge conflict at line 2, column 1, then read the notebook again."],
  ["[1\n>>> 2]", "Repair the JSON at line 2, column 1, then read the notebook again."],
] as const)("tells what to do about %j", ([text, hint]) => {
  expect(faultOf(text).hint).toBe(hint);
});

test("keeps the numbers that Python writes, as strings", () => {
  expect(parseJson('{"a": NaN, "b": [-Infinity, 1, Infinity], "c": "NaN"}', "x")).toEqual({
    a: "NaN",
    b: ["-Infinity", 1, "Infinity"],
    c: "NaN",
  });
});

test("reports a fault beside such numbers", () => {
  expect(faultOf("[NaN, x]").details).toEqual({ line: 1, column: 7 });
});

test("uses the last of two equal names, like JSON.parse and Python", () => {
  expect(parseJson('{"a": 1, "a": 2}', "x")).toEqual({ a: 2 });
});

test("treats __proto__ as a normal name", () => {
  const parsed = parseJson('{"__proto__": {"polluted": true}}', "x");
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  expect(JSON.stringify(parsed)).toBe('{"__proto__":{"polluted":true}}');
});

test("accepts up to 500 levels", () => {
  const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
  expect(() => parseJson(nested(500), "x.ipynb")).not.toThrow();
  expect(faultOf(nested(501)).message).toBe("a/b.ipynb nests its JSON deeper than 500 levels, at line 1.");
});

test("ignores brackets in strings and escaped quotes", () => {
  const text = JSON.stringify(`${"[".repeat(1000)}"${"{".repeat(1000)}\\`);
  expect(parseJson(`[${text}]`, "x")).toEqual([JSON.parse(text)]);
});

test("reports the limit of levels in its details", () => {
  expect(faultOf(`{"a":\n${"[".repeat(600)}`).details).toEqual({
    limit: { name: "json depth", value: 500 },
    line: 2,
    column: 500,
  });
});
