import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanJson } from "../src/json/parse-json.ts";
import { corpus } from "./support/corpus.ts";

test.for([
  ["", 0, "a value"],
  ["   ", 3, "a value"],
  ["{", 1, 'a name in quotes or "}"'],
  ["{,}", 1, 'a name in quotes or "}"'],
  ['{"a"', 4, "a colon after the name"],
  ['{"a" 1}', 5, "a colon after the name"],
  ['{"a":', 5, "a value"],
  ['{"a":1', 6, 'a comma or "}"'],
  ['{"a":1]', 6, 'a comma or "}"'],
  ['{"a":1,}', 7, "a name in quotes"],
  ["{a:1}", 1, 'a name in quotes or "}"'],
  ["[1,]", 3, "a value"],
  ["[1 2]", 3, 'a comma or "]"'],
  ["[1", 2, 'a comma or "]"'],
  ["[[]", 3, 'a comma or "]"'],
  ["1 2", 2, "the end of the file"],
  ["[]]", 2, "the end of the file"],
  ['"abc', 4, "a closing quote"],
  ['"a\nb"', 2, "a closing quote"],
  ['"a\u0000"', 2, "a closing quote"],
  ['"\\x"', 1, "a valid escape after the backslash"],
  ['"\\u12g4"', 1, "a valid escape after the backslash"],
  ['"\\', 1, "a valid escape after the backslash"],
  ["01", 0, "a value"],
  ["1.", 0, "a value"],
  [".5", 0, "a value"],
  ["+1", 0, "a value"],
  ["-", 0, "a value"],
  ["1e", 0, "a value"],
  ["tru", 0, "a value"],
  ["trueish", 0, "a value"],
  ["nan", 0, "a value"],
  ["'a'", 0, "a value"],
  ["\u00a01", 0, "a value"],
  ["// comment\n1", 0, "a value"],
] as const)("finds the fault of %j at %i", ([text, offset, expected]) => {
  expect(scanJson(text).fault).toEqual({ offset, expected });
});

test.for([
  "0",
  "-0.5e+10",
  '"\\u00e9\\n"',
  "[]",
  "{}",
  ' {"a" : [ true , null ] }\r\n',
  '"\u2028"',
  '"\ud800"',
  "[[[]]]",
])("finds no fault in %j", (text) => {
  expect(scanJson(text)).toEqual({ fault: undefined, nonFiniteNumbers: [] });
});

test("reports the numbers that Python writes but JSON lacks", () => {
  expect(scanJson('[NaN, {"a": -Infinity}, Infinity, "NaN"]')).toEqual({
    fault: undefined,
    nonFiniteNumbers: [
      { start: 1, end: 4 },
      { start: 12, end: 21 },
      { start: 24, end: 32 },
    ],
  });
});

test.for(["-NaN2", "NaNs", "Infinit", "--Infinity"])("does not accept %s as a number of Python", (text) => {
  expect(scanJson(text).fault?.offset).toBe(0);
});

test("scans a million levels without recursion", () => {
  const depth = 1_000_000;
  expect(scanJson("[".repeat(depth)).fault?.offset).toBe(depth);
  expect(scanJson("[".repeat(depth) + "]".repeat(depth)).fault).toBeUndefined();
});

/** The result of JSON.parse, as the reference. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("finds a fault exactly where JSON.parse does, in any text of JSON's characters", () => {
  const pieces = fc.constantFrom(
    ...'{}[]:," \n\\-+.eE0123truefalsn/ub'.split(""),
    "true",
    "null",
    '"a"',
    "1.5",
    "\\u0041",
    "\u0001",
    "é",
  );
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 12 }).map((each) => each.join("")),
      (text) => {
        expect(scanJson(text).fault === undefined).toBe(isJson(text));
      },
    ),
    { seed: 2, numRuns: 3000 },
  );
});

test("finds a fault exactly where JSON.parse does, in JSON with one character changed", () => {
  const change = fc.record({ at: fc.nat(), by: fc.constantFrom("", ",", "}", "]", '"', "\\", "0", ":", "x", "\n") });
  fc.assert(
    fc.property(fc.json(), change, (json, { at, by }) => {
      const where = at % json.length;
      const changed = json.slice(0, where) + by + json.slice(where + 1);
      const { fault } = scanJson(changed);
      expect(fault === undefined).toBe(isJson(changed));
      // The text before the fault could still become JSON: by itself, its only fault is its end.
      const end = fault?.offset ?? changed.length;
      expect([undefined, end]).toContain(scanJson(changed.slice(0, end)).fault?.offset);
    }),
    { seed: 3, numRuns: 1000 },
  );
});

const suite = new URL("hostile/json-nst/", corpus);

describe.skipIf(!existsSync(suite))("on JSONTestSuite (skipped without the corpus)", () => {
  const files = existsSync(suite) ? readdirSync(suite) : [];

  test.for(files)("agrees with JSON.parse on %s", (file) => {
    const text = readFileSync(new URL(file, suite), "utf8");
    const { fault, nonFiniteNumbers } = scanJson(text);
    expect(fault === undefined && nonFiniteNumbers.length === 0).toBe(isJson(text));
  });
});
