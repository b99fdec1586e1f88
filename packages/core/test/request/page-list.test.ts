import { expect, test } from "vitest";
import { parsePageList } from "../../src/request/check-request.ts";

test.for([
  ["3", [{ first: 3, last: 3 }]],
  ["1-5", [{ first: 1, last: 5 }]],
  [
    "2,7-9",
    [
      { first: 2, last: 2 },
      { first: 7, last: 9 },
    ],
  ],
  [
    "7-9,2",
    [
      { first: 7, last: 9 },
      { first: 2, last: 2 },
    ],
  ],
  ["-3", [{ first: -3 }]],
  [" - 3 ", [{ first: -3 }]],
  ["10-", [{ first: 10 }]],
  ["10-end", [{ first: 10 }]],
  ["1\u20135", [{ first: 1, last: 5 }]],
  ["iv", [{ label: "iv" }]],
  ["A-12", [{ label: "A-12" }]],
  ["iv-x", [{ label: "iv-x" }]],
  ["Q3 results, 2", [{ label: "Q3 results" }, { first: 2, last: 2 }]],
  ["1-iv", [{ label: "1-iv" }]],
  ["1.5", [{ label: "1.5" }]],
  ["all", undefined],
  ["*", undefined],
] as const)("%s", ([text, pages]) => {
  const parsed = parsePageList(text);
  expect(parsed.issue).toBeUndefined();
  expect(parsed.value).toEqual(pages);
});

test.for([
  ["0", "count from 1"],
  ["-0", "count from 1"],
  ["0-5", "count from 1"],
  ["5-1", "ends before it starts"],
  [",", "names no page"],
  ["-", "names no page"],
  ["1,-", "names no page"],
  ["99999999999999999999", "beyond any document"],
  ["-99999999999999999999", "beyond any document"],
] as const)("%j is refused", ([text, problem]) => {
  expect(parsePageList(text).issue?.problem).toContain(problem);
});
