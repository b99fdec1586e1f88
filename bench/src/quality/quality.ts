import { cpus } from "node:os";
import { hasProgram } from "../speed/measure.ts";
import { corpusPdfs, hasCorpus, knownDocuments } from "./corpus.ts";
import { layerReport } from "./layer-report.ts";
import { printedDocuments } from "./printed.ts";
import { recallReport } from "./recall-report.ts";
import { sheetReport } from "./sheets/sheet-report.ts";
import { structureReport } from "./structure-report.ts";
import { installedTools } from "./tools/tools.ts";

/** Measures the quality of PDF text and of the cells of workbooks, as Markdown tables; returns one sentence if there is no corpus. */
export async function qualityReport(): Promise<string> {
  if (!hasCorpus) return "There is no corpus beside this checkout: nothing was measured.\n";
  const tools = installedTools();
  const documents = corpusPdfs();
  const known = knownDocuments(["pdf"]);
  const printed = hasProgram("soffice") ? printedDocuments(knownDocuments(["doc", "docx"])) : [];
  const when = new Date().toISOString().slice(0, 10);
  const sections = [
    [`Order, headings and tables of ${known.length} PDFs of docling`, await structureReport(known, tools)],
    [`The same of ${printed.length} Word documents, printed`, await structureReport(printed, tools)],
    ["Strings of upstream tests", await recallReport(documents, tools)],
    ["Quality of text layers", await layerReport(documents)],
    ["Cells of workbooks, as Excel shows them", await sheetReport()],
  ] as const;
  return [
    `Measured ${when} with Node ${process.version} on ${cpus().length} × ${cpus()[0]?.model ?? "?"}.\n`,
    ...sections.map(([title, body]) => `## ${title}\n\n${body}`),
  ].join("\n");
}
