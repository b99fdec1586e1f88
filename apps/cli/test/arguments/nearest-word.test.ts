import { expect, test } from "vitest";
import { nearestWord } from "../../src/arguments/nearest-word.ts";
import { options } from "../../src/arguments/options.ts";

const names = options.map(({ name }) => name);

test.for([
  ["ofset", "offset"],
  ["offest", "offset"],
  ["LIMIT", "limit"],
  ["limti", "limit"],
  ["max-token", "max-tokens"],
  ["maxtokens", "max-tokens"],
  ["allow-secret", "allow-secrets"],
  ["enc", "encoding"],
  ["save-image", "save-images"],
  ["pagse", "pages"],
] as const)("%s is taken for %s", ([typed, meant]) => {
  expect(nearestWord(typed, names)).toBe(meant);
});

test.for(["", "recursive", "z", "max-"])("%j is near to nothing, or to too much", (typed) => {
  expect(nearestWord(typed, names)).toBeUndefined();
});

test("every name is nearest to itself", () => {
  expect(names.map((name) => nearestWord(name, names))).toEqual(names);
});
