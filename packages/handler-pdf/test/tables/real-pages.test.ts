import fc from "fast-check";
import { expect, test } from "vitest";
import { loadPdfEngine } from "../../src/engine/engine.ts";
import type { Rule, Table } from "@reader/pdf-pages";
import { findTables, rulesAmong, suggestsTable } from "@reader/pdf-pages/tables";
import { modelOf } from "../page-models.ts";
import { buildPdf, type BuiltPage } from "../pdf-builder.ts";
import { flat, pageOf, upright, words } from "../support/pdf-pages.ts";

interface Found {
  readonly tables: readonly Table[];
  readonly rules: readonly Rule[];
  readonly isSuggested: boolean;
}

async function found(page: BuiltPage): Promise<Found> {
  const engine = await loadPdfEngine();
  const document = engine.Document.openDocument(buildPdf({ pages: [page] }), "application/pdf").asPDF();
  if (document === null) throw new TypeError("The engine made no PDF of it.");
  const loaded = document.loadPage(0);
  if (!(loaded instanceof engine.PDFPage)) throw new TypeError("The engine made no PDF of it.");
  try {
    const { content, trueVectors } = modelOf(engine, loaded);
    const rules = rulesAmong(trueVectors());
    return { tables: findTables(content, rules), rules, isSuggested: suggestsTable(content) };
  } finally {
    loaded.destroy();
    document.destroy();
  }
}

/** Rows of text as a program prints them: one text object per cell. */
function cells(rows: readonly (readonly string[])[], xs: readonly number[], top: number): string {
  return rows
    .flatMap((row, index) => row.map((text, column) => cellAt(text, xs[column] ?? 0, top - 20 * index)))
    .join("\n");
}

function cellAt(text: string, x: number, y: number): string {
  return `BT /F 11 Tf ${String(x)} ${String(y)} Td (${text}) Tj ET`;
}

const rows = [
  ["Part", "Use", "Price"],
  ["Bolt", "holds", "12.50"],
  ["Nut", "keeps", "3.00"],
  ["Ring", "seals", "0.75"],
];
const text = cells(rows, [75, 175, 275], 700);

test.for([
  [
    "strokes",
    "70 715 m 370 715 l 70 695 m 370 695 l 70 675 m 370 675 l 70 655 m 370 655 l 70 635 m 370 635 l S 70 715 m 70 635 l 170 715 m 170 635 l 270 715 m 270 635 l 370 715 m 370 635 l S",
  ],
  [
    "boxes",
    [0, 1, 2, 3]
      .flatMap((row) => [70, 170, 270].map((x) => `${String(x)} ${String(695 - 20 * row)} 100 20 re S`))
      .join(" "),
  ],
  [
    "thin filled rectangles",
    [715, 695, 675, 655, 635]
      .map((y) => `70 ${String(y)} 300 0.5 re f`)
      .concat([70, 170, 270, 370].map((x) => `${String(x)} 635 0.5 80 re f`))
      .join(" "),
  ],
  [
    "coloured backgrounds",
    [0, 2]
      .flatMap((row) => [70, 170, 270].map((x) => `0.9 0.9 1 rg ${String(x)} ${String(695 - 20 * row)} 100 20 re f`))
      .join(" ") + " 0 g",
  ],
  ["three rules", "70 715 m 370 715 l S 70 695 m 370 695 l S 70 635 m 370 635 l S"],
  ["nothing", ""],
])("a table drawn with %s is read whole", async ([, drawing]) => {
  const { tables, isSuggested } = await found({ content: `${drawing} ${text}` });

  expect(isSuggested).toBe(true);
  expect(tables.map((table) => table.rows)).toEqual([rows]);
});

test("a rotated page has its rows as displayed", async () => {
  const turned = `0 1 -1 0 800 0 cm ${cells(rows, [75, 175, 275], 700)}`;
  const { tables } = await found({ content: turned, entries: "/Rotate 90", mediaBox: "[0 0 800 800]" });

  expect(tables.map((table) => table.rows)).toEqual([rows]);
});

test("a drawing of a hundred thousand lines gives a limited number of rules", async () => {
  const lines = Array.from(
    { length: 100_000 },
    (_, index) =>
      `${String(index % 600)} ${String(index % 790)} m ${String((index % 600) + 9)} ${String(index % 790)} l`,
  );
  const { rules } = await found({ content: `${lines.join(" S ")} S ${text}` });

  const ticks = rules.filter(({ orientation }) => orientation === "tick").length;
  expect(rules.length - ticks).toBeGreaterThan(1000);
  expect(rules.length - ticks).toBeLessThanOrEqual(4000);
  expect(ticks).toBe(2000);
});

const coordinate = fc.integer({ min: -50, max: 850 });
const anyLine = fc
  .tuple(
    coordinate,
    coordinate,
    fc.stringMatching(/^[\p{L}\d .,|-]{1,20}$/u),
    fc.constantFrom("ltr", "rtl", "vertical"),
  )
  .map(([x, y, content, direction]) => words([x, y], content, { direction }));
const anyRule = fc
  .tuple(fc.boolean(), coordinate, coordinate, coordinate)
  .map(([isFlat, at, from, to]) =>
    isFlat ? flat(at, Math.min(from, to), Math.max(from, to)) : upright(at, Math.min(from, to), Math.max(from, to)),
  );

test("for any page, tables have rows of equal length and use each line of the page at most once", () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 60 }), fc.array(anyRule, { maxLength: 60 }), (lines, rules) => {
      const tables = findTables(pageOf(...lines), rules);
      const used = tables.flatMap((table) => [...table.lines]);

      expect(new Set(used).size).toBe(used.length);
      expect(used.every((line) => lines.includes(line))).toBe(true);
      for (const table of tables) expect(new Set(table.rows.map((row) => row.length)).size).toBe(1);
    }),
    { seed: 7, numRuns: 300 },
  );
});
