import { fileURLToPath } from "node:url";
import { createReader, type ReadRequest } from "@reader/core";
import { describe, expect, test } from "vitest";
import { handlers } from "../scripts/list.ts";

const fixtures = fileURLToPath(new URL("../../../fixtures/", import.meta.url));
const reader = createReader({ roots: [fixtures], handlers });

/** Reads a file with its tables as CSV, and returns the text of all sections. */
async function textOf(request: ReadRequest): Promise<string> {
  const outcome = await reader.read({ ...request, tables: "csv" });
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

describe("tables as CSV", () => {
  test.for([
    ["docx/report/input.docx", "Well,Depth\n"],
    ["odt/report-libreoffice/input.odt", "Place,Spring,Summer\nOrchard,12,48\n"],
    ["rtf/report-libreoffice/input.rtf", "Place,Spring,Summer\nOrchard,12,48\n"],
    ["doc/report-libreoffice/input.doc", "Place,Spring,Summer\nOrchard,12,48\n"],
    ["demo/report.pdf", "UTC,Event,Who\nFri 18:42,config.toml changed for a test,Jonas\n"],
    ["pptx/one-slide/input.pptx", ",Q1,Q2,Q3,Q4\nNorth,1,2,3,4\n"],
    ["html/article/input.html", "Year,Bearing\n1742,oak\n"],
    ["iwork/pages-09/input.pages", "Customer,Day,Price,Paid\nÄrzte & Co,2024-02-29,1234.5,TRUE\n"],
    ["iwork/numbers-09/input.numbers", "\n\nCustomer,Day,Price,Paid\n"],
    ["iwork/keynote/input.key", "Customer,Price,\nÄrzte & Co,-1234.5,2024-02-29\n"],
    ["mail/newsletter/input.eml", "Item,Price\nTea,4.50\n"],
    ["notebook/analysis/input.ipynb", ",city,population,a|b\n"],
    ["csv/semicolons-with-sep-line/input.csv", 'Artikel,Preis\nBrot,"1,50"\n'],
    ["csv/lines-in-fields/input.csv", 'id,words\n1,"two\nlines | and ""marks"""\n'],
    ["xlsx/everything/input.xlsx", 'Ärzte ohne Grenzen,2024-02-29,"1,234.50 €",7.5%,"1,141.91 €"\n'],
    ["data/database/input.sqlite", "\n\nid,name,mail,born,photo\n1,Ada,ada@example.org,1815-12-10,(2 bytes)\n"],
    ["data/parquet/input.parquet", "\n\ncity,day,degrees,visits\nRome,2026-01-01T00:00:00.000Z,,0\n"],
    [
      "json-lines/people/input.jsonl",
      '\n\nid,name,score,tags,note\n1,Ada,0,"[""a"",""b""]",\n2,Grace | Hopper,0.25,[],\n',
    ],
  ] as const)("of %s", async ([path, rows]) => {
    const text = await textOf({ path });
    expect(text).toContain(rows);
    expect(text).not.toMatch(/^\|.*\|$/m);
  });

  test.for([
    ["media/mp3/input.mp3", undefined],
    ["ORIGINS.md", undefined],
    ["docx", undefined],
    ["docx/report/input.docx", "image"],
  ] as const)("of %s are refused", async ([path, view]) => {
    const outcome = await reader.read({ path, tables: "csv", ...(view === undefined ? {} : { view }) });
    expect(outcome).toMatchObject({ ok: false, error: { code: "invalid-request" } });
    expect(JSON.stringify(outcome)).toContain('"field":"tables"');
  });

  test("have the place of what is selected, and nothing but its rows", async () => {
    expect(await textOf({ path: "data/database/input.sqlite", select: "customers!id,name 1:2" })).toMatch(
      /^id,name\n1,Ada\n2,[^\n]+$/,
    );
    expect(await textOf({ path: "iwork/numbers-09/input.numbers", select: "A1:B2" })).toMatch(
      /\n\nCustomer,Day\n[^|]+$/,
    );
  });
});
