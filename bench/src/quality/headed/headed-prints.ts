import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { folder as cache } from "../../speed/files/bench-data.ts";
import { hasProgram } from "../../speed/measure.ts";
import { headingsOf, type MadeDocument, madeDocuments } from "./made-documents.ts";
import { asGroff, asHtml, asLatex } from "./sources.ts";

/** A program that prints the made documents. */
interface Printer {
  readonly name: string;
  readonly program: string;
  readonly extension: string;
  readonly source: (document: MadeDocument) => string;
  /** Arguments that make `pdf` of `source`, in the folder of both. */
  readonly arguments: (files: PrintFiles) => readonly string[];
}

interface PrintFiles {
  readonly source: string;
  readonly pdf: string;
}

const html = { extension: "html", source: asHtml };
const profile = `-env:UserInstallation=${pathToFileURL(join(cache, "libreoffice")).href}`;

const printers: readonly Printer[] = [
  {
    ...html,
    name: "Chromium",
    program: "chromium",
    arguments: ({ source, pdf }) => [...chromiumOptions, `--print-to-pdf=${pdf}`, source],
  },
  {
    ...html,
    name: "Chromium, untagged",
    program: "chromium",
    arguments: ({ source, pdf }) => [...chromiumOptions, "--disable-pdf-tagging", `--print-to-pdf=${pdf}`, source],
  },
  {
    ...html,
    name: "LibreOffice",
    program: "soffice",
    arguments: ({ source }) => ["--headless", profile, "--convert-to", "pdf:writer_web_pdf_Export", source],
  },
  { ...html, name: "WeasyPrint", program: "weasyprint", arguments: ({ source, pdf }) => [source, pdf] },
  {
    name: "LaTeX",
    program: "pdflatex",
    extension: "tex",
    source: asLatex,
    arguments: ({ source }) => ["-interaction=batchmode", source],
  },
  {
    name: "groff",
    program: "pdfroff",
    extension: "ms",
    source: asGroff,
    arguments: ({ source, pdf }) => ["-ms", "-P-pa4", `--pdf-output=${pdf}`, source],
  },
];

/** The print opens only files that are made here, so the sandbox, which needs rights of its own, is not used. */
const chromiumOptions = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"];

/** A print of a document whose headings are known. */
export interface HeadedPrint {
  readonly program: string;
  readonly path: string;
  /** Its headings as Markdown. */
  readonly reference: string;
}

/** Returns the prints of the made documents by every installed program, kept beside the other caches. */
export function headedPrints(): readonly HeadedPrint[] {
  return printers
    .filter(({ program }) => hasProgram(program))
    .flatMap((printer) => madeDocuments().flatMap((document) => printOf(printer, document)));
}

function printOf(printer: Printer, document: MadeDocument): readonly HeadedPrint[] {
  const folder = join(cache, "headed", printer.name);
  const pdf = join(folder, `${document.name}.pdf`);
  if (!existsSync(pdf)) print(printer, document, folder);
  return existsSync(pdf) ? [{ program: printer.name, path: pdf, reference: headingsOf(document) }] : [];
}

function print(printer: Printer, document: MadeDocument, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const files = { source: `${document.name}.${printer.extension}`, pdf: `${document.name}.pdf` };
  writeFileSync(join(folder, files.source), printer.source(document));
  const options = { cwd: folder, stdio: "ignore", timeout: 120_000 } as const;
  const { status, error } = spawnSync(printer.program, printer.arguments(files), options);
  if (status !== 0) process.stderr.write(`${printer.name} failed: ${error?.message ?? `status ${String(status)}`}\n`);
}
