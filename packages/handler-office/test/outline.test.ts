import { readFileSync } from "node:fs";
import { createReader, type Handler, type Outline } from "@reader/core";
import { outlineLines } from "@reader/core/render";
import { memoryFileSystem, memorySource, mockContext } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { doc, docx, odp, ods, odt, office, ppt, pptx, rtf, xls, xlsx } from "../src/index.ts";
import { encryptedPackage } from "./encrypted/encrypted-package.ts";

const fixtures = new URL("../../../fixtures/", import.meta.url);

async function outlineOf(handler: Handler, path: string): Promise<Outline> {
  const bytes = new Uint8Array(readFileSync(new URL(path, fixtures)));
  return (await handler.outline?.(memorySource(path, bytes), mockContext())) ?? { entries: [] };
}

const report = ["section 1  1. Where they live", "section 2    1.1 What to bring", "section 3  2. Counts"];
const orders = ['sheet 1  "Orders" A1:E5', "sheet 1    name Amounts C2:C4", 'sheet 2  "Two tables" A1:G13'];

test.for<readonly [string, Handler, readonly string[]]>([
  ["docx/report/input.docx", docx(), ["section 1  Wells of the north", "section 2  1 Summary", "section 3  2 Wells"]],
  ["odt/report-libreoffice/input.odt", odt(), report],
  ["rtf/report-libreoffice/input.rtf", rtf(), report],
  ["doc/report-libreoffice/input.doc", doc(), report],
  ["pptx/one-of-everything/input.pptx", pptx(), ["Opening", "slide 1    Plan for the year", "Figures"]],
  ["odp/package/input.odp", odp(), ["slide 1  Plan for the year", "slide 2  Figures (hidden)"]],
  ["ppt/slides/input.ppt", ppt(), ["slide 1  Plan for the year", "slide 2  Figures (hidden)"]],
  ["xlsx/everything/input.xlsx", xlsx(), ['sheet 1  "Orders" A1:E5', "sheet 1    table Prices A1:E4"]],
  ["ods/libreoffice-book/input.ods", ods(), orders],
  ["xls/libreoffice-book/input.xls", xls(), orders],
])("outlines %s", async ([path, handler, start]) => {
  const lines = outlineLines(await outlineOf(handler, path));
  expect(lines.slice(0, start.length)).toEqual(start);
});

describe("the places of an outline", () => {
  test.for<readonly [string, Handler]>([
    ["docx/report/input.docx", docx()],
    ["docx/made-by-pandoc/input.docx", docx()],
    ["docx/made-by-libreoffice/input.docx", docx()],
    ["odt/report-libreoffice/input.odt", odt()],
    ["rtf/report-libreoffice/input.rtf", rtf()],
    ["doc/report-libreoffice/input.doc", doc()],
  ])("are those that reading %s gives its sections", async ([path, handler]) => {
    const bytes = new Uint8Array(readFileSync(new URL(path, fixtures)));
    const sections = new Map<number, string | undefined>();
    for await (const event of handler.read(memorySource(path, bytes), mockContext())) {
      if (event.type === "text" && event.at !== undefined) sections.set(event.at.index, event.at.label);
    }
    const told = flat(await outlineOf(handler, path)).map(({ place, title }) => [place?.index, title]);
    expect(sections.size).toBeGreaterThan(0);
    expect(told).toEqual([...sections]);
  });
});

function flat({ entries }: Outline): Outline["entries"] {
  return entries.flatMap((entry) => [entry, ...flat({ entries: entry.children ?? [] })]);
}

test.for<readonly [string, readonly string[]]>([
  ["docx/report/input.docx", ["section 1  Wells of the north", "section 2  1 Summary"]],
  ["pptx/one-of-everything/input.pptx", ["slide 1  Plan for the year", "slide 2  Figures"]],
  ["xlsx/everything/input.xlsx", ['sheet 1  "Orders" A1:E5']],
])("outlines %s inside of a lock, with the password", async ([path, start]) => {
  const bytes = encryptedPackage(new Uint8Array(readFileSync(new URL(path, fixtures))), "käse");
  const name = `/w/a.${path.split(".").at(-1)}`;
  const fileSystem = memoryFileSystem({ entries: { [name]: bytes } });
  const reader = createReader({ roots: ["/w"], fileSystem, handlers: office() });
  const outcome = await reader.read({ path: name, view: "outline", password: "käse" });
  const lines = outcome.parts.flatMap((part) => (part.type === "text" ? part.text.split("\n") : []));
  expect(lines.slice(0, start.length)).toEqual(start);
  expect(await reader.read({ path: name, view: "outline" })).toMatchObject({ error: { code: "encrypted" } });
  await reader.close();
});

test("ends with what was found where the time is over", async () => {
  const bytes = new Uint8Array(readFileSync(new URL("odt/report-libreoffice/input.odt", fixtures)));
  const context = mockContext();
  const late = { ...context, budget: { ...context.budget, outlineTimeMs: -1 } };
  expect(await odt().outline?.(memorySource("a.odt", bytes), late)).toMatchObject({ truncated: true });
  const slides = new Uint8Array(readFileSync(new URL("ppt/slides/input.ppt", fixtures)));
  expect(await ppt().outline?.(memorySource("a.ppt", slides), late)).toMatchObject({ truncated: true });
});
