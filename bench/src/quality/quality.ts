import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { machineWords } from "../speed/machine.ts";
import { hasProgram } from "../speed/measure.ts";
import { corpusDocuments, corpusFolder, hasCorpus, knownDocuments } from "./corpus.ts";
import { factReport } from "./fact-report.ts";
import { headedPrints } from "./headed/headed-prints.ts";
import { headingReport } from "./heading-report.ts";
import { layerReport } from "./layer-report.ts";
import { printedDocuments } from "./printed.ts";
import { printedTableReport } from "./printed-table-report.ts";
import { recallReport } from "./recall-report.ts";
import { sheetReport } from "./sheets/sheet-report.ts";
import { structureReport } from "./structure-report.ts";
import { tableReport } from "./table-report.ts";
import { tabledPrints } from "./tabled/tabled-prints.ts";
import { tokenReport } from "./token-report.ts";
import type { ToolInput } from "./tools/tool.ts";
import { endTools, installedOfficeTools, installedTools } from "./tools/tools.ts";

/** Results by the names of their places in the page. */
export type QualityResults = Readonly<Record<string, string>>;

/** Measures the quality of text of PDFs, documents and workbooks, as Markdown, table by table; nothing without a corpus. */
export async function* qualityResults(): AsyncGenerator<QualityResults> {
  if (!hasCorpus) return;
  yield { measured: circumstances() };
  try {
    yield* pdfResults();
    yield* officeResults();
  } finally {
    endTools();
  }
}

function circumstances(): string {
  const when = new Date().toISOString().slice(0, 10);
  return `Measured ${when} on ${machineWords()}.`;
}

/** The part about PDF files. */
export async function* pdfResults(): AsyncGenerator<QualityResults> {
  const tools = installedTools();
  const documents = corpusDocuments(["pdf"]);
  const known = knownDocuments(["pdf"]);
  const printed = hasProgram("soffice") ? printedDocuments(knownDocuments(["doc", "docx"])) : [];
  const counted = [...known, ...pdfsIn("tables"), ...pdfsIn("facts/pdfs")];
  yield { "pdf-tables": await tableReport(tools) };
  yield { "pdf-printed-tables": await printedTableReport(tabledPrints(), tools) };
  yield { "pdf-facts": await factReport(tools) };
  yield { "pdf-known": await structureReport(known, tools) };
  yield { "pdf-printed": await structureReport(printed, tools) };
  yield { "pdf-headings": await headingReport(headedPrints(), tools) };
  yield { "pdf-strings": await recallReport(documents, tools) };
  yield { "pdf-layers": await layerReport(documents) };
  yield { "pdf-tokens": await tokenReport({ documents: counted, tools, peer: "liteparse" }) };
}

function pdfsIn(name: string): readonly ToolInput[] {
  const folder = join(corpusFolder, name);
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  return names.filter((each) => each.endsWith(".pdf")).map((each) => ({ path: join(folder, each) }));
}

/** The part about office files. */
export async function* officeResults(): AsyncGenerator<QualityResults> {
  const tools = installedOfficeTools();
  const known = knownDocuments(["docx"]);
  const open = corpusDocuments(["docx"]).filter(
    ({ password, features }) => password === undefined && !features.includes("hostile-or-broken"),
  );
  yield { "word-known": await structureReport(known, tools) };
  yield { "word-strings": await recallReport(corpusDocuments(["docx"]), tools) };
  yield { "office-strings": await recallReport(corpusDocuments(["doc", "odt", "rtf", "ppt", "pptx"]), tools) };
  yield { sheets: await sheetReport() };
  yield { "word-tokens": await tokenReport({ documents: open, tools, peer: "pandoc" }) };
}
