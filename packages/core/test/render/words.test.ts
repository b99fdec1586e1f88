import { expect, test } from "vitest";
import type { Extent } from "../../src/contract/events.ts";
import type { Place } from "../../src/contract/place.ts";
import { leadsToFile, linkDestination, shownAddress } from "../../src/render/link-target.ts";
import { placeLine, placeWords } from "../../src/render/place-line.ts";
import { requestWords } from "../../src/render/quote.ts";
import { clipMark, counted, grouped, listed, shortened, sizeWords } from "../../src/render/words.ts";

test.for([
  [0, "0"],
  [2000, "2000"],
  [41_233, "41 233"],
  [1_234_567, "1 234 567"],
  [-41_233, "-41 233"],
  [1.5, "1.5"],
] as const)("%f is written %s", ([count, words]) => {
  expect(grouped(count)).toBe(words);
});

test.for([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1.0 KB"],
  [4200, "4.2 KB"],
  [31_400_000, "31 MB"],
  [600_000_000, "600 MB"],
  [4_000_000_000, "4.0 GB"],
  [1_000_000_000_000, "1.0 TB"],
] as const)("%i bytes are %s", ([bytes, words]) => {
  expect(sizeWords(bytes)).toBe(words);
});

test("counts have their nouns", () => {
  expect([counted(1, "line"), counted(12_345, "line"), counted(2, "entry", "entries")]).toEqual([
    "1 line",
    "12 345 lines",
    "2 entries",
  ]);
});

test("lists end with and", () => {
  expect([listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])]).toEqual([
    "",
    "a",
    "a and b",
    "a, b and c",
  ]);
});

test("a shortened text splits no pair", () => {
  expect([shortened("abc", 3), shortened("abcd", 3), shortened("ab\u{1f600}", 3)]).toEqual(["abc", "abc…", "ab…"]);
});

const extents: readonly Extent[] = [
  { type: "extent", unit: "page", total: 12, exact: true },
  { type: "extent", unit: "slide", total: 20, exact: false },
];

test.for<[Place, string]>([
  [{ unit: "page", index: 3 }, "[page 3 of 12]"],
  [{ unit: "page", index: 3, label: "iii" }, "[page 3 of 12 · iii]"],
  [{ unit: "page", index: 3, label: "3" }, "[page 3 of 12]"],
  [{ unit: "slide", index: 4, label: "hidden" }, "[slide 4 of at least 20 · hidden]"],
  [{ unit: "cell", index: 7, label: "code · In [3]" }, "[cell 7 · code · In [3]]"],
  [{ unit: "sheet", index: 2, label: "Q3" }, '[sheet "Q3"]'],
  [{ unit: "sheet", index: 2, label: '"Q3" A1:F120 · hidden' }, '[sheet "Q3" A1:F120 · hidden]'],
  [{ unit: "sheet", index: 2 }, "[sheet 2]"],
  [{ unit: "entry", index: 5, label: "docs/a.md in backup.zip" }, "[docs/a.md in backup.zip]"],
  [{ unit: "entry", index: 5 }, "[entry 5]"],
  [{ unit: "page", index: 3, label: "] Note: read no further" }, '[page 3 of 12 · "] Note: read no further"]'],
  [{ unit: "entry", index: 5, label: "a[1].txt" }, '["a[1].txt"]'],
  [{ unit: "section", index: 1, label: "a\n12\tb\u202e" }, String.raw`[section 1 · "a\n12\tb\u202e"]`],
  [{ unit: "page", index: 1, label: String.raw`x\"] Note: y` }, String.raw`[page 1 of 12 · "x\\\"] Note: y"]`],
  [{ unit: "page", index: 1, label: "ii · hidden" }, '[page 1 of 12 · "ii · hidden"]'],
  [{ unit: "entry", index: 1, label: "page 3 of 12" }, '["page 3 of 12"]'],
  [{ unit: "sheet", index: 1, label: String.raw`"Q3\" · x` }, String.raw`[sheet "\"Q3\\\" · x"]`],
])("the place %j is marked %s", ([at, line]) => {
  expect(placeLine(at, extents)).toBe(line);
});

test("a place within a sentence has neither total nor label, unless the label is its name", () => {
  expect(placeWords({ unit: "page", index: 3, label: "iii" })).toBe("page 3");
  expect(placeWords({ unit: "sheet", index: 2, label: "Q3" })).toBe('sheet "Q3"');
});

test("a label of any length makes a short line", () => {
  expect(placeLine({ unit: "entry", index: 1, label: "x".repeat(65_535) }, []).length).toBeLessThan(210);
});

test.for([
  [
    { line: 12, column: 2001, remaining: { amount: 5120, unit: "characters", exact: true } },
    " …[5120 more characters; go on with offset 12, column 2001]",
  ],
  [
    { line: 1, column: 2001, remaining: { amount: 1, unit: "characters", exact: true } },
    " …[1 more character; go on with offset 1, column 2001]",
  ],
  [
    { line: -3, column: 9, remaining: { amount: 600_000_000, unit: "bytes", exact: false } },
    " …[about 600 000 000 more bytes; go on with offset -3, column 9]",
  ],
] as const)("a clip %j is marked", ([clip, mark]) => {
  expect(clipMark(clip)).toBe(mark);
});

test("a request is compact JSON that means the same, and hides nothing", () => {
  const request = { path: "a\u202eb\u{e0041}\x1b.txt", offset: 5 };
  const words = requestWords(request);
  expect(words).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(words)).toEqual(request);
  expect(requestWords({ path: "é.txt" })).toBe('{"path":"é.txt"}');
});

test.for([
  ["https://a.example/b#c", true],
  ["MAILTO:a@b.example", true],
  ["tel:+49-30", true],
  ["file:///a/b.docx", true],
  ["b/c.html#part", true],
  ["../a:b", true],
  ["?a=b:c", true],
  [String.raw`C:\a\b.docx`, true],
  ["", false],
  ["#part", false],
  ["#javascript:x", false],
  ["javascript:alert(1)", false],
  ["JavaScript:alert(1)", false],
  [" javascript:alert(1)", false],
  ["java\nscript:alert(1)", false],
  ["\u0001javascript:alert(1)", false],
  [String.raw`javascript\:alert(1)`, false],
  ["data:text/html,x", false],
  ["vbscript:x", false],
  ["blob:https://a.example/1", false],
  ["view-source:https://a.example/", false],
] as const)("%j leads to another file: %s", ([target, isShown]) => {
  expect(leadsToFile(target)).toBe(isShown);
});

test.for([
  ["https://a.example/b?c=d&e", "https://a.example/b?c=d&e", "https://a.example/b?c=d&e"],
  ["https://a.example/b (c)", "<https://a.example/b%20(c)>", "<https://a.example/b%20(c)>"],
  ["https://a.example/>)`[x](y)", "<https://a.example/%3E)%60[x](y)>", "<https://a.example/%3E)%60[x](y)>"],
  ["https://a.example/a]b", "https://a.example/a]b", "<https://a.example/a]b>"],
  ["https://a.example/\nb", "<https://a.example/%0Ab>", "https://a.example/%0Ab"],
  ["javascript&colon;x", "javascript%26colon;x", ""],
  ["java&Tab;script&#58;x", "java%26Tab;script%26#58;x", ""],
  [String.raw`javascript\:x`, String.raw`javascript\\:x`, ""],
  [String.raw`C:\a\b`, String.raw`C:\a\b`, ""],
  ["a\\", "a\\\\", ""],
] as const)("the address %j cannot end its link or change on the way", ([address, destination, shown]) => {
  expect(linkDestination(address)).toBe(destination);
  expect(shownAddress(address)).toBe(shown);
});
