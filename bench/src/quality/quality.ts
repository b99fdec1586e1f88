import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { machineWords } from "../speed/machine.ts";
import { hasProgram } from "../speed/measure.ts";
import { corpusDocuments, corpusFolder, hasCorpus, knownDocuments } from "./corpus.ts";
import { factReport } from "./fact-report.ts";
import { layerReport } from "./layer-report.ts";
import { printedDocuments } from "./printed.ts";
import { recallReport } from "./recall-report.ts";
import { sheetReport } from "./sheets/sheet-report.ts";
import { structureReport } from "./structure-report.ts";
import { tableReport } from "./table-report.ts";
import { tokenReport } from "./token-report.ts";
import type { ToolInput } from "./tools/tool.ts";
import { installedOfficeTools, installedTools } from "./tools/tools.ts";

/** Results by the names of their places in the page. */
export type QualityResults = Readonly<Record<string, string>>;

/** Measures the quality of text of PDFs, documents and workbooks, as Markdown; `undefined` if there is no corpus. */
export async function qualityResults(): Promise<QualityResults | undefined> {
  if (!hasCorpus) return undefined;
  return { measured: circumstances(), ...(await pdfResults()), ...(await officeResults()) };
}

function circumstances(): string {
  const when = new Date().toISOString().slice(0, 10);
  return `Measured ${when} on ${machineWords()}.`;
}

async function pdfResults(): Promise<QualityResults> {
  const tools = installedTools();
  const documents = corpusDocuments(["pdf"]);
  const known = knownDocuments(["pdf"]);
  const printed = hasProgram("soffice") ? printedDocuments(knownDocuments(["doc", "docx"])) : [];
  const compared = tools.filter(({ name }) => name !== "officeparser");
  const counted = [...known, ...pdfsIn("tables"), ...pdfsIn("facts/pdfs")];
  return {
    "pdf-tables": await tableReport(tools),
    "pdf-facts": await factReport(tools),
    "pdf-known": await structureReport(known, tools),
    "pdf-printed": await structureReport(printed, tools),
    "pdf-strings": await recallReport(documents, tools),
    "pdf-layers": await layerReport(documents),
    "pdf-tokens": await tokenReport({ documents: counted, tools: compared, peer: "liteparse" }),
  };
}

function pdfsIn(name: string): readonly ToolInput[] {
  const folder = join(corpusFolder, name);
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  return names.filter((each) => each.endsWith(".pdf")).map((each) => ({ path: join(folder, each) }));
}

async function officeResults(): Promise<QualityResults> {
  const tools = installedOfficeTools();
  const known = knownDocuments(["docx"]);
  return {
    "word-known": await structureReport(known, tools),
    "word-strings": await recallReport(corpusDocuments(["docx"]), tools),
    "word-tokens": await tokenReport({
      documents: corpusDocuments(["docx"]).filter(({ password }) => password === undefined),
      tools,
      peer: "pandoc",
    }),
    "office-strings": await recallReport(corpusDocuments(["doc", "odt", "rtf", "ppt", "pptx"]), tools),
    sheets: await sheetReport(),
  };
}
