import { expect, test } from "vitest";
import { createDocumentTitle } from "../../../src/layout/headings/document-title.ts";

test("bookmarked headings smaller than a title before them are below it", () => {
  const title = createDocumentTitle();
  title.note(24, 1);
  expect(title.isAbove(18)).toBe(true);
  expect(title.isAbove(24)).toBe(false);
});

test("a heading of another level, or one after a bookmark, is no title", () => {
  const title = createDocumentTitle();
  title.note(20, 2);
  expect(title.isAbove(14)).toBe(false);
  title.note(30, 1);
  expect(title.isAbove(14)).toBe(false);
});
