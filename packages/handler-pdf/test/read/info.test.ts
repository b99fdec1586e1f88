import { memorySource, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { pdf } from "../../src/index.ts";
import { fixtureFiles } from "../fixture-files.ts";

function infoOf(name: string): Promise<unknown> {
  const bytes = fixtureFiles[`${name}/input.pdf`] ?? new Uint8Array(0);
  return Promise.resolve(pdf().info?.(memorySource("a.pdf", bytes), mockContext()));
}

test("returns metadata, labels, sizes and bookmarks with depth and page", async () => {
  expect(await infoOf("page-labels-and-outline")).toEqual({
    extents: [{ type: "extent", unit: "page", total: 5, exact: true }],
    facts: {
      title: "A Small Book",
      author: "Ada Example",
      created: "2024-01-31T12:00:00+01:00",
      language: "en-GB",
      pages: 5,
      pageSizes: ["210 × 297 mm (A4): 1-5"],
      labels: ["page 1 is i", "page 3 is 1", "page 5 is A-1"],
      outline: [
        { title: "Preface", depth: 1, page: 1 },
        { title: "Main part", depth: 1, page: 3 },
        { title: "A detail", depth: 2, page: 4 },
      ],
      text: "5 of 5 pages",
      isTagged: false,
      version: "1.7",
    },
  });
});

test("returns forms and signatures", async () => {
  expect(await infoOf("form")).toMatchObject({
    facts: {
      form: { kind: "acroform", fields: 5, filled: 4 },
      signatures: [
        {
          field: "signature",
          isSigned: true,
          by: "Ada Lovelace",
          at: "2024-02-29T10:11:12Z",
          reason: "I agree",
          verified: "not looked at",
        },
      ],
    },
  });
});

test("lists attachments with their sizes", async () => {
  expect(await infoOf("portfolio")).toMatchObject({
    facts: {
      isPortfolio: true,
      attachments: [
        { name: "figures.csv", bytes: 24 },
        { name: "read me.txt", bytes: 18 },
      ],
    },
  });
});

test("names an XFA form and its parts", async () => {
  expect(await infoOf("xfa-only")).toMatchObject({
    facts: { form: { kind: "xfa-only" }, attachments: [{ name: "xfa/datasets.xml" }] },
  });
});

test("groups pages by size as displayed, rotated and cropped", async () => {
  expect(await infoOf("stamp-poster-rotated-cropped")).toMatchObject({
    facts: {
      pageSizes: [
        "297 × 210 mm (A4, landscape): 1",
        "25 × 13 mm: 2",
        "120 × 71 mm: 3",
        "420 × 594 mm (A2): 4",
        "841 × 1189 mm (A0): 5",
      ],
    },
  });
});

test("needs the password like reading", async () => {
  await expect(infoOf("encrypted-no-password")).rejects.toMatchObject({ code: "encrypted" });
});
