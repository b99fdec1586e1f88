import { expect, test } from "vitest";
import { headingsOf, madeDocuments } from "../../src/quality/headed/made-documents.ts";
import { asGroff, asHtml, asLatex } from "../../src/quality/headed/sources.ts";

test("the documents are the same each time, with levels that go down one by one", () => {
  expect(madeDocuments()).toEqual(madeDocuments());
  for (const document of madeDocuments()) {
    const levels = [1, ...document.sections.map(({ level }) => level)];
    expect(levels.slice(1).every((level, index) => level <= (levels[index] ?? 0) + 1)).toBe(true);
  }
});

test("numbers of headings count each level", () => {
  const numbered = madeDocuments().find(({ name }) => name === "numbered");
  expect(numbered?.sections.map(({ heading }) => heading.split(" ")[0]).slice(0, 2)[0]).toBe("1");
  expect(new Set(numbered?.sections.map(({ heading }) => heading.split(" ")[0])).size).toBe(numbered?.sections.length);
});

test("each source has the title, every heading and its text", () => {
  for (const document of madeDocuments()) {
    for (const source of [asHtml(document), asLatex(document), asGroff(document)]) {
      expect(source).toContain(document.title);
      for (const { heading, paragraphs } of document.sections)
        expect([heading, ...paragraphs].every((text) => source.includes(text))).toBe(true);
    }
    expect(headingsOf(document).split("\n")).toHaveLength(document.sections.length + 1);
  }
});
