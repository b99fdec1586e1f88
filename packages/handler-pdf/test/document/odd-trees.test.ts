import { memorySource, mockContext } from "@reader/testkit";
import { expect, test, vi } from "vitest";
import { pdf } from "../../src/index.ts";
import { buildPdf, lines, type BuiltDocument } from "../pdf-builder.ts";
import { asText, readPdfBytes } from "../reading.ts";
import { loadPdfEngine } from "../../src/engine/engine.ts";

const { PDFObject } = await loadPdfEngine();

const page = { content: lines("A page of plain words.") };

async function factsOf(document: Omit<BuiltDocument, "pages">): Promise<Readonly<Record<string, unknown>>> {
  const source = memorySource("a.pdf", buildPdf({ pages: [page, page], ...document }));
  return (await pdf().info?.(source, mockContext()))?.facts ?? {};
}

const outline = "/Outlines 100 0 R";

test("reads each bookmark of a circular outline once", async () => {
  const extra = [
    "<< /First 101 0 R /Last 102 0 R /Count 2 >>",
    "<< /Title (One) /Parent 100 0 R /Next 102 0 R /Dest [10 0 R /Fit] >>",
    "<< /Title (Two) /Parent 100 0 R /Prev 101 0 R /Next 101 0 R /First 101 0 R /Dest [12 0 R /Fit] >>",
  ];
  expect(await factsOf({ catalog: outline, extra })).toMatchObject({
    outline: [
      { title: "One", depth: 1, page: 1 },
      { title: "Two", depth: 1, page: 2 },
    ],
  });
});

/** Bookmarks that are each nested in the previous one. */
const deep: Omit<BuiltDocument, "pages"> = {
  catalog: outline,
  extra: Array.from({ length: 3001 }, (_, at) => {
    const below = at < 3000 ? `/First ${at + 101} 0 R /Last ${at + 101} 0 R /Count 1` : "";
    return at === 0 ? `<< ${below} >>` : `<< /Title (Level ${at}) /Parent ${at + 99} 0 R ${below} >>`;
  }),
};

test("reads the upper levels of bookmarks that are nested thousands of levels deep", async () => {
  const facts = await factsOf(deep);
  expect(facts["outline"]).toHaveLength(16);
});

test("reads the pages of a document whose bookmarks are nested thousands of levels deep", async () => {
  const { events, error } = await readPdfBytes(buildPdf({ pages: [page, page], ...deep }), asText);
  expect(error).toBeUndefined();
  expect(events.filter(({ type }) => type === "text")).toHaveLength(2);
});

test("reads bookmarks up to the maximum, and says that there are more", async () => {
  const entries = Array.from(
    { length: 12_000 },
    (_, at) => `<< /Title (${at}) /Parent 100 0 R /Next ${at + 102} 0 R >>`,
  );
  const extra = ["<< /First 101 0 R /Last 12100 0 R /Count 12000 >>", ...entries];
  const facts = await factsOf({ catalog: outline, extra });
  expect(facts["outline"]).toHaveLength(500);
  expect(facts["outlineIsCut"]).toBe(true);
});

/** Each node refers to itself and many times to the next: as a tree it has more nodes than can be visited. */
const thicket = Array.from({ length: 12 }, (_, at) => {
  const next = `${at + 101} 0 R `;
  return `<< /Kids [${at + 100} 0 R ${at < 11 ? next.repeat(40) : ""}] /Names [(key) 200 0 R] /Nums [0 << /S /r >>] >>`;
});

test("visits each node of a circular name or label tree once", async () => {
  const extra = [
    ...thicket,
    ...Array.from({ length: 88 }, () => "null"),
    "<< /Type /Filespec /F (a.txt) /EF << /F 201 0 R >> >>",
    { dictionary: "/Type /EmbeddedFile", data: "words" },
  ];
  const catalog = "/Names << /EmbeddedFiles 100 0 R /JavaScript 100 0 R >> /PageLabels 100 0 R";
  expect(await factsOf({ catalog, extra })).toMatchObject({
    attachments: [{ name: "a.txt" }],
    javaScript: [{ where: "of the document", scripts: 12 }],
  });
});

test("reads a document whose page lists name the same lists and pages a million times", async () => {
  const levels = Array.from({ length: 5 }, (_, level) => {
    const kids = `${101 + level} 0 R `.repeat(16);
    return `<< /Type /Pages /Count ${16 ** (5 - level)} /Kids [${kids}] >>`;
  });
  const last = "<< /Type /Page /Parent 104 0 R /MediaBox [0 0 612 792] /Resources << >> >>";
  const bytes = buildPdf({ pages: [page], catalog: "/Pages 100 0 R", extra: [...levels, last] });
  const lookups = vi.spyOn(PDFObject.prototype, "get");
  try {
    const { error } = await readPdfBytes(bytes, asText);
    expect(error).toBeUndefined();
    expect(lookups.mock.calls.length).toBeLessThan(10_000);
  } finally {
    lookups.mockRestore();
  }
});

test.for(["-3", "0.5", "9".repeat(40)])("a page label that starts at %s starts at 1", async (start) => {
  const catalog = `/PageLabels << /Nums [0 << /S /a /St ${start} >>] >>`;
  expect(await factsOf({ catalog })).toMatchObject({ labels: ["page 1 is a"] });
});

test("page labels at places that are no pages do not count", async () => {
  const catalog = "/PageLabels << /Nums [0.5 << /S /a >> -1 << /S /R >>] >>";
  expect(await factsOf({ catalog })).not.toHaveProperty("labels");
});

test.for(["-5", "0.25", "99999999999999999999999999999999999999"])(
  "an attachment whose size is %s bytes has none",
  async (size) => {
    const names = "/Names << /EmbeddedFiles << /Names [(a) 100 0 R] >> >>";
    const file = { dictionary: `/Type /EmbeddedFile /Params << /Size ${size} >>`, data: "hello" };
    const extra = ["<< /Type /Filespec /F (a.txt) /EF << /F 101 0 R >> >>", file];
    const { attachments } = await factsOf({ catalog: names, extra });
    expect(attachments).toEqual([{ name: "a.txt" }]);
  },
);
