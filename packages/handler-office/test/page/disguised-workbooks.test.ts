import { createReader, type ReadOutcome } from "@reader/core";
import { renderText } from "@reader/core/render";
import { encode, memoryFileSystem } from "@reader/testkit";
import { expect, test } from "vitest";
import { csv } from "@reader/handler-csv";
import { xls } from "@reader/handler-sheets";

interface Shown {
  readonly outcome: ReadOutcome;
  readonly shown: string;
}

async function read(name: string, content: Uint8Array | string, request: { select?: string } = {}): Promise<Shown> {
  const bytes = typeof content === "string" ? encode(content) : content;
  const entries = { [`/${name}`]: { kind: "file" as const, content: bytes } };
  const fileSystem = memoryFileSystem({ entries });
  const reader = createReader({ roots: ["/"], handlers: [xls(), csv()], fileSystem, clock: () => 0 });
  const outcome = await reader.read({ path: name, ...request });
  await reader.close();
  return { outcome, shown: renderText(outcome, { gutter: "none" }) };
}

const spreadsheet = (sheets: string): string =>
  `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="s1"><NumberFormat ss:Format="yyyy\\-mm\\-dd"/></Style></Styles>${sheets}</Workbook>`;

const page =
  '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><title>Not seen</title><style>td {}</style></head>' +
  "<body><h2>Sales of May</h2><table><tr><th rowspan=2>Name</th><th colspan=2>Amount &amp; day</th></tr>" +
  "<tr><td>007</td><td>2024-05-01</td></tr><tr><td><a href='https://example.org/a'>Ann<br>Lee</a></td><td>1,200.50</td>" +
  "<td><table><tr><td>in</td><td>ner</td></tr></table></td></tr></table><table><tr><td>next</td></tr></table></body></html>";

test("XML Spreadsheet 2003 is a workbook, whatever its name is", async () => {
  const sheets = spreadsheet(
    '<Worksheet ss:Name="Sales"><Table><Row><Cell><Data ss:Type="String">Day</Data></Cell><Cell ss:Index="3"><Data ss:Type="String">Sum</Data></Cell></Row>' +
      '<Row ss:Index="2"><Cell ss:StyleID="s1"><Data ss:Type="DateTime">2024-02-29T00:00:00.000</Data></Cell><Cell ss:Index="3" ss:Formula="=R1C1*2"><Data ss:Type="Number">3</Data></Cell></Row></Table></Worksheet>' +
      '<Worksheet ss:Name="Notes"><Table><Row><Cell><Data ss:Type="Boolean">1</Data></Cell></Row></Table></Worksheet>',
  );
  for (const name of ["export.xls", "export.xml"]) {
    const { shown } = await read(name, sheets);
    expect(shown).toContain('- "Sales" A1:C2\n- "Notes" A1\n');
    expect(shown).toContain("| |A|C|\n|-|-|-|\n|1|Day|Sum|\n|2|2024-02-29|3|\n");
  }
  expect((await read("export.xls", sheets, { select: "=Sales!C2" })).shown).toContain("C2: 3 {=$A$1*2}");
});

test.for([
  '<Worksheet ss:Name="A"><Table><Row ss:Index="2000000000"><Cell><Data ss:Type="Number">1</Data></Cell></Row></Table></Worksheet>',
  `<Worksheet ss:Name="A"><Table>${'<Column ss:Span="1000000"/>'.repeat(10)}</Table></Worksheet>`,
])("XML Spreadsheet 2003 beyond all sheets is damaged: %#", async (sheets) => {
  const { outcome } = await read("bomb.xls", spreadsheet(sheets));
  expect(outcome.ok ? undefined : outcome.error.code).toBe("corrupt");
});

test("tables of a web page that is called a workbook are one sheet, with the words around them", async () => {
  const { shown, outcome } = await read("report.xls", page);
  expect(shown).toContain("A1: Sales of May\n");
  expect(shown).toContain("|4|Name|Amount & day|\n|5||007|2024-05-01|\n|6|Ann<br>Lee|1,200.50|in ner|\n");
  expect(shown).toContain("A9: next\n");
  expect(shown).toContain("Merged: A4:A5, B4:C4\n");
  expect(shown).toContain("- A6 → https://example.org/a\n");
  expect(shown).not.toContain("Not seen");
  expect(outcome.ok && outcome.notices.map((each) => ("message" in each ? each.message : ""))).toContain(
    "The file is a web page, not a workbook: its tables and text are shown as one sheet.",
  );
});

test("what a table asks for beyond a sheet costs nothing", async () => {
  const wide = `<table><tr><td colspan=999999999 rowspan=999999999>a</td><td>b</td></tr>${"<tr><td>c</td></tr>".repeat(3)}</table>`;
  expect((await read("wide.xls", wide)).shown).toContain("A1: a");
});

test("cells over several rows keep those below them to the right, in whatever order they come", async () => {
  const table =
    "<table><tr><td>a</td><td rowspan=3>b</td><td>c</td></tr><tr><td rowspan=2>d</td><td>e</td></tr><tr><td>f</td></tr></table>";
  expect((await read("spans.xls", table)).shown).toContain("|1|a|b|c|\n|2|d||e|\n|3|||f|\n");
});

test("a web page that is not called a workbook stays what it is", async () => {
  const { outcome } = await read("report.html", page);
  expect(outcome.ok && outcome.mediaType).toBe("text/html");
});

test.for([
  ["Name\tSum\r\nÄpfel\t3\r\n", "text/tab-separated-values"],
  ["Name;Sum\nÄpfel;3\n", "text/csv"],
  ["Name,Sum\nÄpfel,3\n", "text/csv"],
] as const)("a table of text that is called a workbook is read as what it is: %#", async ([table, mediaType]) => {
  for (const bytes of [encode(table), new Uint8Array(Buffer.from(`\uFEFF${table}`, "utf16le"))]) {
    const { outcome, shown } = await read("export.xls", bytes, { select: "A2:B2" });
    expect(outcome.ok && outcome.mediaType).toBe(mediaType);
    expect(shown).toContain("|2|Äpfel|3|");
  }
});

test("words that are called a workbook are text", async () => {
  const { outcome } = await read("notes.xls", "Dear all, this is\nno table.\n");
  expect(outcome.ok && outcome.mediaType).toBe("text/plain");
});
