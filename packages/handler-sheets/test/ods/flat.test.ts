import { collect, memorySource, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { ods } from "../../src/index.ts";
import { empty, emptyRows, flatBook, number, row, table, text } from "./flat-book.ts";

async function textOf(...sheets: readonly string[]): Promise<string> {
  const { text: shown, error } = await collect(ods(), new TextEncoder().encode(flatBook(sheets.join(""))));
  if (error !== undefined) throw error;
  return shown.slice(shown.indexOf("\n\n") + 2).replaceAll("\npage footer: For internal use only\n", "");
}

test("repeated cells and rows are shown as often as they are repeated", async () => {
  const repeated =
    '<table:table-row table:number-rows-repeated="3"><table:table-cell office:value-type="string" table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell></table:table-row>';
  expect(await textOf(table("A", repeated))).toBe("| |A|B|\n|-|-|-|\n|1|x|x|\n|2|x|x|\n|3|x|x|\n");
});

test("a million empty rows and a cell at the far corner cost nothing", async () => {
  const shown = await textOf(table("A", row(text("a")), emptyRows(1_048_574), row(empty(16_383), text("z"))));
  expect(shown).toBe("A1: a\n\nXFD1048576: z\n");
});

test("cells beyond the last column and rows beyond the last row are left out", async () => {
  const wide = row(empty(16_384), text("beyond"));
  expect(await textOf(table("A", wide, emptyRows(1_048_575), row(text("below"))))).toBe(
    "page footer: For internal use only\n",
  );
});

test("elements for spaces, tabs and line breaks become text of the cell", async () => {
  const spaced =
    '<table:table-cell><text:p>a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d <text:span>e</text:span></text:p><text:p>f</text:p></table:table-cell>';
  expect(await textOf(table("A", row(spaced)))).toBe("A1: a   b c<br>d e<br>f\n");
});

test("raised and lowered text is marked", async () => {
  const style = (name: string, position: string): string =>
    `<style:style style:name="${name}" style:family="text"><style:text-properties style:text-position="${position}"/></style:style>`;
  const span = (name: string, words: string): string => `<text:span text:style-name="${name}">${words}</text:span>`;
  const cell = `<table:table-cell><text:p>10${span("up", "-6")} H${span("low", "2")}O ${span("other", "x")} a${span("up", "n<text:s/>b")}</text:p></table:table-cell>`;
  const book = flatBook(table("A", row(cell))).replace(
    "</office:automatic-styles>",
    `${style("up", "super 58%")}${style("low", "-8% 58%")}${style("other", "0% 100%")}</office:automatic-styles>`,
  );
  const { text: shown } = await collect(ods(), new TextEncoder().encode(book));
  expect(shown).toContain("A1: 10⁻⁶ H₂O x aⁿ b\n");
});

test("a formula without a value is shown in its place", async () => {
  const cells =
    '<table:table-cell table:formula="of:=SUM([.B1:.B2])"/><table:table-cell table:formula="of:=&quot;&quot;" office:value-type="string" office:string-value=""/>';
  expect(await textOf(table("A", row(cells, text("x"))))).toBe("A1: {=SUM(B1:B2)} · B1:  · C1: x\n");
});

test("values without words are shown as they are stored", async () => {
  const bare =
    '<table:table-cell office:value-type="float" office:value="5"/><table:table-cell office:value-type="boolean" office:boolean-value="false"/>';
  expect(await textOf(table("A", row(bare)))).toBe("A1: 5 · B1: FALSE\n");
});

test("formulas are written as programs show them", async () => {
  const sum = number(3, "3", 'table:formula="of:=SUM([.A1:.B$2];[$&apos;My sheet&apos;.C1])"');
  const bytes = new TextEncoder().encode(flatBook(table("A", row(sum))));
  const { text: shown } = await collect(ods(), bytes, { select: "=A" });
  expect(shown).toContain("A1: 3 {=SUM(A1:B$2;'My sheet'!C1)}");
});

test("a sheet with many bytes is read as it is wanted, and shows the same", async () => {
  const rows = Array.from({ length: 30_000 }, (_, at) => row(text(`name of row ${at}`), number(at, String(at))));
  const hiddenColumn = '<table:table-column/><table:table-column table:visibility="collapse"/>';
  const bytes = new TextEncoder().encode(flatBook(table("Big", hiddenColumn, ...rows)));
  const some = await collect(ods(), bytes, { select: "Big!A29999:B30000" });
  expect(some.text).toBe("| |A|B hidden|\n|-|-|-|\n|29999|name of row 29998|29998|\n|30000|name of row 29999|29999|\n");
  const all = await collect(ods(), bytes);
  expect(all.text).toContain("\n|15000|name of row 14999|14999|\n");
});

test("millions of repeated cells are not kept in memory", async () => {
  const wide = `<table:table-row table:number-rows-repeated="60000"><table:table-cell table:number-columns-repeated="10000"><text:p>x</text:p></table:table-cell></table:table-row>`;
  const bytes = new TextEncoder().encode(flatBook(table("Bomb", wide.repeat(50))));
  const { text: shown, error } = await collect(ods(), bytes, { select: "Bomb!A5:C6" });
  expect([shown, error]).toEqual(["| |A|B|C|\n|-|-|-|-|\n|5|x|x|x|\n|6|x|x|x|\n", undefined]);
});

test("rows of thousands of cells are yielded a few at a time", async () => {
  const wide = `<table:table-row table:number-rows-repeated="2000"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>`;
  const source = memorySource("input", new TextEncoder().encode(flatBook(table("Wide", wide))));
  const lengths: number[] = [];
  for await (const event of ods().read(source, mockContext())) {
    if (event.type === "text") lengths.push(event.text.length);
    if (lengths.length > 10) break;
  }
  expect(Math.max(...lengths)).toBeLessThan(2_000_000);
});

test("a document type is refused, as entities could be declared in it", async () => {
  const bytes = new TextEncoder().encode(
    flatBook(table("A", row("<table:table-cell><text:p>&boom;</text:p></table:table-cell>"))),
  );
  expect((await collect(ods(), bytes)).error).toMatchObject({ code: "corrupt" });
});

test("a damaged sheet does not take the sound ones with it", async () => {
  const sound = table("Sound", row(text("here")));
  const damaged = table("Damaged", row(text("first")), "<table:table-row><table:wrong></table:table-row>");
  const bytes = new TextEncoder().encode(flatBook(sound + damaged));
  const { text: shown, events, error } = await collect(ods(), bytes);
  expect([shown.includes("A1: here"), error]).toEqual([true, undefined]);
  const message: unknown = expect.stringContaining('Sheet "Damaged" is damaged');
  expect(events).toContainEqual(expect.objectContaining({ type: "notice", message }));
});

test("cells of programs that write no words show their values as people do", async () => {
  const cells = [
    '<table:table-cell office:value-type="percentage" office:value="0.07"/>',
    '<table:table-cell office:value-type="time" office:time-value="PT36H30M05.5S"/>',
    '<table:table-cell office:value-type="time" office:time-value="-P1DT1H"/>',
    '<table:table-cell office:value-type="time" office:time-value="soon"/>',
    '<table:table-cell office:value-type="float" office:value="0.07"/>',
  ];
  const bytes = new TextEncoder().encode(flatBook(table("A", row(cells.join("")))));
  expect((await collect(ods(), bytes)).text).toContain("|1|7%|36:30:05|-25:00:00|soon|0.07|\n");
});

test("a formula that fills several cells belongs to each of them", async () => {
  const spans = 'table:number-matrix-columns-spanned="1" table:number-matrix-rows-spanned="2"';
  const first = number(2, "2", `table:formula="of:=[.B1:.B2]*2" ${spans}`);
  const bytes = new TextEncoder().encode(
    flatBook(table("A", row(first, text("x")), row(number(4, "4"), text("y")), row(number(6, "6"), text("z")))),
  );
  const { text: shown } = await collect(ods(), bytes, { select: "=A" });
  expect(shown).toContain("| |A|B|\n|-|-|-|\n|1|2 {=B1:B2*2}|x|\n|2|4 {=B1:B2*2}|y|\n|3|6|z|\n");
});

test("lists of choices and filters are described", async () => {
  const lists =
    '<table:content-validations><table:content-validation table:name="v1" table:condition="of:cell-content-is-in-list(&quot;Low&quot;;&quot;a &quot;&quot;b&quot;&quot;&quot;)"/><table:content-validation table:name="v2" table:condition="of:cell-content-is-in-list([$Lists.$A$1:.$A$3])"/><table:content-validation table:name="v3" table:condition="of:cell-content-is-whole-number()"/></table:content-validations>';
  const offering = (name: string): string => text("x", `table:content-validation-name="${name}"`);
  const repeated = `<table:table-row table:number-rows-repeated="3"><table:table-cell table:content-validation-name="v1"/></table:table-row>`;
  const filter =
    '<table:database-ranges><table:database-range table:name="F" table:target-range-address="A.A1:A.C4" table:display-filter-buttons="true"/><table:database-range table:name="G" table:target-range-address="B.A1:B.C4" table:display-filter-buttons="true"/></table:database-ranges>';
  const shown = await textOf(
    lists + table("A", row(offering("v1"), offering("v2"), offering("v3")), repeated, row(offering("v1"))) + filter,
  );
  expect(shown).toContain('filter on A1:C4\nchoices in A1:A5: Low, a "b"\nchoices in B1: those of Lists!$A$1:$A$3');
  expect(shown).not.toContain("choices in C1");
});
