import { expect, test } from "vitest";
import type { Place } from "../../src/contract/place.ts";
import { placeLine, placeWords } from "../../src/render/place-line.ts";

const sections = [{ type: "extent" as const, unit: "section" as const, total: 12, exact: true }];

test.for<readonly [Place, string, string]>([
  [{ unit: "section", index: 3, label: "Methods" }, "[section 3 of 12 · Methods]", "section 3"],
  [
    { unit: "section", index: 3, label: "Methods", aboutPage: 5 },
    "[section 3 of 12 · Methods · page ~5]",
    "section 3 · page ~5",
  ],
  [{ unit: "page", index: 5, aboutPage: 5 }, "[page ~5]", "page ~5"],
  [{ unit: "page", index: 5 }, "[page 5]", "page 5"],
])("marks an approximate page with a tilde: %o", ([at, line, words]) => {
  expect(placeLine(at, sections)).toBe(line);
  expect(placeWords(at)).toBe(words);
});

test("omits a title that the heading below it repeats", () => {
  const at: Place = { unit: "section", index: 3, label: "Methods", aboutPage: 5 };
  const full = "[section 3 of 12 · Methods · page ~5]";
  for (const text of ["## Methods", "# Methods\nWe measured."])
    expect(placeLine(at, sections, text)).toBe("[section 3 of 12 · page ~5]");
  for (const text of ["", "Methods", "# Methods of old", "# **Methods**", "We measured.\n# Methods"])
    expect(placeLine(at, sections, text)).toBe(full);
});
