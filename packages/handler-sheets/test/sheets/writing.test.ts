import { ReadError, image, text, type HandlerEvent } from "@reader/core/handler";
import { collect } from "@reader/testkit";
import { expect, test } from "vitest";
import type { Row, Sheet, Workbook } from "../../src/sheets/workbook.ts";
import { cell, row, sheet, showing, workbook } from "./made-workbook.ts";

async function textOf(book: Workbook, select?: string): Promise<string> {
  const { text, error } = await collect(showing(book), new Uint8Array(), select === undefined ? {} : { select });
  if (error !== undefined) throw error;
  return text;
}

const shown = (...sheets: readonly Sheet[]): Promise<string> => textOf(workbook(sheets));

test("rows are a table with the letters of the columns and the numbers of the rows", async () => {
  expect(await shown(sheet({ made: [row(1, "Name", "Age"), row(2, "Ada", "36")] }))).toBe(
    "| |A|B|\n|-|-|-|\n|1|Name|Age|\n|2|Ada|36|\n",
  );
});

test("bars, line ends and tabs in cells stay inside their cell", async () => {
  expect(await shown(sheet({ made: [row(1, "a|b", "one\r\ntwo\n", "x\ty", "1"), row(2, "z", "", "", "2")] }))).toBe(
    String.raw`| |A|B|C|D|` + "\n|-|-|-|-|-|\n" + String.raw`|1|a\|b|one<br>two|x y|1|` + "\n|2|z|||2|\n",
  );
});

test("a backslash at the end of a cell does not escape the bar after it", async () => {
  expect(await shown(sheet({ made: [row(1, "C:\\", "a\\b"), row(2, "ü\\", "x")] }))).toBe(
    "| |A|B|\n|-|-|-|\n|1|C:\\ |a\\b|\n|2|ü\\ |x|\n",
  );
});

test("one empty row is a gap in the numbers, and more separate two tables", async () => {
  const made = [row(1, "a", "b", "c", "d", "e"), row(3, "f", "g", "h", "i", "j"), row(6, "k", "l", "m", "n", "o")];
  expect(await shown(sheet({ made }))).toBe(
    "| |A|B|C|D|E|\n|-|-|-|-|-|-|\n|1|a|b|c|d|e|\n|3|f|g|h|i|j|\n\n| |A|B|C|D|E|\n|-|-|-|-|-|-|\n|6|k|l|m|n|o|\n",
  );
});

test("tables side by side are kept apart, a label and its far value are not", async () => {
  const sideBySide = [row(1, "a", "b", "", "", "c", "d"), row(2, "1", "2", "", "", "3", "4")];
  expect(await shown(sheet({ made: sideBySide }))).toBe(
    "| |A|B|\n|-|-|-|\n|1|a|b|\n|2|1|2|\n\n| |E|F|\n|-|-|-|\n|1|c|d|\n|2|3|4|\n",
  );
  const form = [row(1, "Name", "", "", "", "Ada"), row(2, "Age", "", "", "", "36")];
  expect(await shown(sheet({ made: form }))).toBe("| |A|E|\n|-|-|-|\n|1|Name|Ada|\n|2|Age|36|\n");
});

test("a cell at the far corner makes neither padding nor empty rows", async () => {
  const far: Row = { row: 1_048_576, cells: [cell(16_384, "corner")] };
  expect(await shown(sheet({ made: [row(1, "a", "b", "c", "d", "e"), far] }))).toBe(
    "| |A|B|C|D|E|\n|-|-|-|-|-|-|\n|1|a|b|c|d|e|\n\nXFD1048576: corner\n",
  );
});

test("rows that share no column are written cell by cell", async () => {
  const made = Array.from({ length: 300 }, (_, at) => ({ row: at + 1, cells: [cell(at + 1, `v${at}`)] }));
  const text = await shown(sheet({ made }));
  expect(text).toContain("A1: v0\nB2: v1\n");
  expect(text.length).toBeLessThan(300 * 16);
});

test("a wide row before many narrow ones at the right does not pad them", async () => {
  const wide: Row = { row: 1, cells: Array.from({ length: 5000 }, (_, at) => cell(at + 1, "x")) };
  const narrow = Array.from({ length: 2000 }, (_, at) => ({ row: at + 2, cells: [cell(5000, "y")] }));
  const text = await shown(sheet({ made: [wide, ...narrow] }));
  expect(text.length).toBeLessThan(100_000);
  expect(text.match(/y/g)).toHaveLength(2000);
});

test("a column that appears late gets one new header", async () => {
  const made = Array.from({ length: 1000 }, (_, at) =>
    at === 600 || at === 900 ? row(at + 1, "a", "b", "late") : row(at + 1, "a", "b"),
  );
  const text = await shown(sheet({ made }));
  expect(text.match(/\| \|A\|B\|/g)).toHaveLength(2);
  expect(text).toContain("\n\n| |A|B|C|\n|-|-|-|-|\n|513|");
  expect(text).toContain("\n|601|a|b|late|\n");
});

test("hidden rows, columns and sheets are marked and counted", async () => {
  const made = [row(1, "a", "b"), { ...row(2, "c", "d"), isHidden: true }];
  const hidden = sheet({
    made,
    state: "very-hidden",
    layout: () => Promise.resolve({ hiddenColumns: [{ first: 2, last: 3 }], frozenRows: 0 }),
  });
  const { events, text } = await collect(showing(workbook([hidden])), new Uint8Array());
  expect(text).toBe("| |A|B hidden|\n|-|-|-|\n|1|a|b|\n|2 hidden|c|d|\n");
  const at = { unit: "sheet", index: 1, label: '"Sheet1" · very hidden' };
  expect(events.filter(({ type }) => type === "notice")).toEqual([
    { type: "notice", code: "hidden-content", what: "sheet", count: 1 },
    { type: "notice", code: "hidden-content", what: "row", count: 1, at },
    { type: "notice", code: "hidden-content", what: "column", count: 1, at },
  ]);
});

const sums = sheet({ made: [{ row: 1, cells: [cell(1, "3", { formula: "B1+C1" }), cell(2, "1"), cell(3, "2")] }] });

test("formulas are counted, and shown on request", async () => {
  const { events, text } = await collect(showing(workbook([sums])), new Uint8Array());
  expect(text).toBe("A1: 3 · B1: 1 · C1: 2\n");
  expect(JSON.stringify(events)).toContain("One of the cells shown has a formula");
  expect(await textOf(workbook([sums]), "=")).toBe("A1: 3 {=B1+C1} · B1: 1 · C1: 2\n");
  expect(await textOf(workbook([sums]), "=A1")).toBe("A1: 3 {=B1+C1}\n");
});

test("a formula without a value is shown in its place, and counted", async () => {
  const cells = [
    cell(1, "Sum"),
    cell(2, "", { formula: "SUM(A1:A9)", isUncalculated: true }),
    cell(3, "", { formula: "A1" }),
  ];
  const book = workbook([
    sheet({
      made: [
        { row: 1, cells },
        { row: 2, cells },
      ],
    }),
  ]);
  const { events, text } = await collect(showing(book), new Uint8Array());
  expect(text).toContain("|1|Sum|{=SUM(A1:A9)}||\n|2|Sum|{=SUM(A1:A9)}||\n");
  expect(JSON.stringify(events)).toContain("2 formulas have no value yet");
  const one = await collect(
    showing(workbook([sheet({ made: [{ row: 1, cells: cells.slice(1, 2) }] })])),
    new Uint8Array(),
  );
  expect(one.text).toBe("B1: {=SUM(A1:A9)}\n");
  expect(JSON.stringify(one.events)).toContain("One formula has no value yet");
});

test("values that are to be calculated when the workbook is opened have a notice", async () => {
  const old = "is to be calculated when it is opened";
  const { events } = await collect(showing({ ...workbook([sums]), isCalculatedOnOpening: true }), new Uint8Array());
  expect(JSON.stringify(events)).toContain(old);
  const plain = workbook([sheet({ made: [{ row: 1, cells: [cell(1, "3")] }] })]);
  const none = await collect(showing({ ...plain, isCalculatedOnOpening: true }), new Uint8Array());
  expect(JSON.stringify(none.events)).not.toContain(old);
});

test("comments, links and merged cells follow the rows that they belong to", async () => {
  const extras = {
    merged: [{ firstRow: 1, lastRow: 1, firstColumn: 1, lastColumn: 2 }],
    notes: [
      { row: 2, column: 1, kind: "comment" as const, author: "Ann", text: "Ann:\nlook\nhere" },
      { row: 2, column: 2, kind: "link" as const, text: "https://a.example/" },
      { row: 3, column: 2, kind: "link" as const, text: "https://a.example/" },
      { row: 4, column: 1, kind: "link" as const, text: "https://shown.example/" },
    ],
    drawings: ["text box: words", "page footer: page"],
  };
  const made = [row(1, "Title"), row(2, "a", "b"), row(3, "c", "d"), row(4, "https://shown.example", "e")];
  const noted = sheet({ made, extras: () => Promise.resolve(extras) });
  expect((await shown(noted)).split("\n\n").slice(1)).toEqual([
    "Merged: A1:B1",
    "Comments:\n- A2 · Ann: look<br>here",
    "Links:\n- B2:B3 → https://a.example/",
    "text box: words\npage footer: page\n",
  ]);
  expect(await textOf(workbook([noted]), "A1:B1")).toBe("A1: Title\n\nMerged: A1:B1\n");
});

test("extras after a million rows are not read for a few of the rows", async () => {
  const far = sheet({
    made: [row(1, "a"), row(2, "b")],
    hasFarExtras: true,
    extras: () => Promise.reject(new ReadError("corrupt", "They were looked up.")),
  });
  const { text, events, error } = await collect(showing(workbook([far])), new Uint8Array(), { select: "A2" });
  expect([text, error]).toEqual(["A2: b\n", undefined]);
  expect(JSON.stringify(events)).toContain("Its merged cells and links are listed only if the whole sheet is read.");
});

test("frozen rows are repeated above rows from further down", async () => {
  const made = Array.from({ length: 50 }, (_, at) =>
    at === 0 ? row(1, "Name", "Age") : row(at + 1, `n${at}`, `${at}`),
  );
  const frozen = sheet({ made, layout: () => Promise.resolve({ hiddenColumns: [], frozenRows: 1 }) });
  expect(await textOf(workbook([frozen]), "40:41")).toBe("| |A|B|\n|-|-|-|\n|1|Name|Age|\n|40|n39|39|\n|41|n40|40|\n");
});

test("an empty sheet is reported, and so is a chart sheet", async () => {
  const { events } = await collect(showing(workbook([sheet(), sheet({ name: "C", kind: "chart" })])), new Uint8Array());
  expect(events.filter(({ type }) => type === "text").slice(1)).toEqual([
    { type: "text", text: "(empty)\n", at: { unit: "sheet", index: 1, label: '"Sheet1"' } },
    { type: "text", text: "(chart sheet)\n", at: { unit: "sheet", index: 2, label: '"C" · chart sheet' } },
  ]);
});

test("images are placed at their sheet", async () => {
  const logo = image("image/png", new Uint8Array([1]), { alt: "a logo" });
  const withImage = sheet({
    made: [row(1, "a")],
    async *images(): AsyncGenerator<HandlerEvent> {
      yield logo;
    },
  });
  const { events } = await collect(showing(workbook([withImage])), new Uint8Array());
  expect(events.at(-1)).toEqual({ ...logo, at: { unit: "sheet", index: 1, label: '"Sheet1"' } });
});

test("a workbook is described before its sheets", async () => {
  const book = workbook([sheet({ made: [row(1, "a")] }), sheet({ name: "More", state: "hidden" })], {
    properties: { Title: "Orders", Author: "Ada" },
    hasMacros: true,
    names: () =>
      Promise.resolve([
        { name: "Rate", kind: "name", refersTo: "0.19" },
        { name: "_xlnm.Print_Area", kind: "name", refersTo: "A1", isHidden: true },
        { name: "Sales", kind: "table", refersTo: "Sheet1!A1:B2" },
      ]),
  });
  const { text, events } = await collect(showing(book), new Uint8Array());
  expect(text).toMatch(
    /^Title: Orders\nAuthor: Ada\n\n2 sheets:\n- "Sheet1"\n- "More" · hidden\nTables: Sales = Sheet1!A1:B2\nNames: Rate = 0.19\n\n/,
  );
  expect(JSON.stringify(events)).toContain("The workbook has macros, which are not run.");
});

test("names of programs are left out, and names without a target are counted", async () => {
  const name = (given: string, refersTo: string) => ({ name: given, kind: "name" as const, refersTo });
  const names = [
    name("Rate", "0.19"),
    name("Z_BF51CD35_.wvu.Rows", "Sheet1!$4:$6"),
    name("Excel_BuiltIn_Print_Area_1", "Sheet1!$A$1:$C$3"),
    name("Lost", "#REF!$A$1:$C$3"),
    name("Gone", "Sheet1!#REF!"),
  ];
  const textWith = (...all: typeof names): Promise<string> =>
    textOf(workbook([sheet({ made: [row(1, "a")] })], { names: () => Promise.resolve(all) }));
  expect(await textWith(...names)).toContain("Names: Rate = 0.19\n2 names without a target (#REF!)\n\nA1: a");
  expect(await textWith(...names.slice(0, 4))).toContain("\n1 name without a target (#REF!)\n");
  expect(await textWith(...names.slice(1, 3))).toBe("A1: a\n");
  expect(await textWith(name("All", "'My data'!#REF!,Sheet1!#REF!"))).toContain("1 name without a target");
});

test.for(["Data!$A$1,#REF!", "IFERROR(Data!$A$1,#REF!)", '"type #REF! here"'])(
  "a name that can still have a value is listed: %s",
  async (refersTo) => {
    const names = [{ name: "Kept", kind: "name" as const, refersTo }];
    const text = await textOf(workbook([sheet({ made: [row(1, "a")] })], { names: () => Promise.resolve(names) }));
    expect(text).toContain(`Names: Kept = ${refersTo}\n`);
    expect(text).not.toContain("without a target");
  },
);

test("a single cell is not listed as merged", async () => {
  const one = { firstRow: 1, lastRow: 1, firstColumn: 1, lastColumn: 1 };
  const extras = { merged: [one, { ...one, lastColumn: 2 }], notes: [], drawings: [] };
  const made = sheet({ made: [row(1, "a")], extras: () => Promise.resolve(extras) });
  expect(await shown(made)).toBe("A1: a\n\nMerged: A1:B1\n");
});

test("the workbook is closed when the reader has enough", async () => {
  let closed = 0;
  const made = Array.from({ length: 5000 }, (_, at) => row(at + 1, "a", "b"));
  const book = workbook([sheet({ made })], { close: () => Promise.resolve(void (closed += 1)) });
  const handler = showing(book);
  const { memorySource, mockContext } = await import("@reader/testkit");
  for await (const event of handler.read(memorySource("a", new Uint8Array()), mockContext())) {
    if (event.type === "text") break;
  }
  expect(closed).toBe(1);
});

test("embedded files are named, and read by their name", async () => {
  const book = workbook([sheet()], {
    embedded: [{ name: "a.txt", bytes: () => Promise.resolve(new TextEncoder().encode("inside")) }],
  });
  const seen: string[] = [];
  const { events } = await collect(showing(book), new Uint8Array());
  expect(JSON.stringify(events)).toContain('an embedded file, to be read with `select`: \\"a.txt\\"');
  await collect(showing(book), new Uint8Array(), {
    select: "A.TXT",
    async *nested(name, bytes) {
      seen.push(`${name} ${new TextDecoder().decode(bytes)}`);
      yield text("nested\n");
    },
  });
  expect(seen).toEqual(["a.txt inside"]);
});

test("a long table says again what its columns are, and each row comes once", async () => {
  const body = Array.from({ length: 3000 }, (_, at) => row(at + 2, `n${at}`, String(at), `c${at % 7}`));
  const lines = (await shown(sheet({ made: [row(1, "Name", "Count", "Kind"), ...body] }))).split("\n");
  const headers = lines.flatMap((line, at) => (line.startsWith("| |") ? [at] : []));
  expect(lines[headers[0] ?? 0]).toBe("| |A|B|C|");
  expect(new Set(headers.slice(1).map((at) => lines[at]))).toEqual(new Set(["| |A: Name|B: Count|C: Kind|"]));
  expect(Math.max(...headers.map((at, index) => (headers[index + 1] ?? lines.length) - at))).toBeLessThan(1000);
  const numbers = lines.flatMap((line) => /^\|(\d+)\|/.exec(line)?.[1] ?? []);
  expect(numbers).toEqual(Array.from({ length: 3001 }, (_, at) => String(at + 1)));
});

test("a long table without names says its letters again, and a wide one does so seldom", async () => {
  const long = await shown(sheet({ made: Array.from({ length: 1000 }, (_, at) => row(at + 1, "1", String(at))) }));
  expect(long.match(/^\| \|A\|B\|$/gm)).toHaveLength(2);
  const wide = Array.from({ length: 300 }, (_, at) => ({
    row: at + 1,
    cells: Array.from({ length: 2000 }, (__, column) => cell(column + 1, "1")),
  }));
  const text = await shown(sheet({ made: wide }));
  const headers = text.match(/^\| \|A\|.*$/gm) ?? [];
  expect(headers.join("").length).toBeLessThan(text.length / 10);
});

test("values hidden by their format are shown, marked and counted", async () => {
  const hidden = row(1, "7 (hidden by its format)", "seen");
  const { events, text } = await collect(showing(workbook([sheet({ made: [hidden] })])), new Uint8Array());
  expect(text).toBe("A1: 7 (hidden by its format) · B1: seen\n");
  expect(events).toContainEqual(
    expect.objectContaining({ type: "notice", code: "hidden-content", what: "cell", count: 1 }),
  );
});

test("a link made by a formula is listed if the formula is not shown", async () => {
  const formula = 'HYPERLINK("https://a.org/""b""","why")';
  const other = cell(2, "x", { formula: "HYPERLINK(B1,2)" });
  const book = workbook([sheet({ made: [{ row: 1, cells: [cell(1, "why", { formula }), other] }] })]);
  expect(await textOf(book)).toBe('A1: why · B1: x\n\nLinks:\n- A1 → https://a.org/"b"\n');
  expect(await textOf(book, "=")).not.toContain("Links");
});
