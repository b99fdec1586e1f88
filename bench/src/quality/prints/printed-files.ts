import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { folder as cache } from "../../speed/files/bench-data.ts";
import { hasProgram } from "../../speed/measure.ts";

/** A kind of source that programs print. */
type SourceKind = "html" | "latex" | "groff";

/** Documents that every installed program prints. */
interface PrintSet<Document extends { readonly name: string }> {
  /** Name of the folder in the cache. */
  readonly folder: string;
  readonly documents: readonly Document[];
  /** Returns the source of a document, by its kind. */
  readonly sources: Readonly<Record<SourceKind, (document: Document) => string>>;
}

/** A print of a document by a program. */
export interface PrintedFile<Document> {
  readonly program: string;
  readonly path: string;
  readonly document: Document;
}

/** A program that prints a kind of source. */
interface Printer {
  readonly name: string;
  readonly program: string;
  readonly kind: SourceKind;
  /** Arguments that make `pdf` of `source`, in the folder of both. */
  readonly arguments: (files: PrintFiles) => readonly string[];
}

interface PrintFiles {
  readonly source: string;
  readonly pdf: string;
}

const extensions: Readonly<Record<SourceKind, string>> = { html: "html", latex: "tex", groff: "ms" };
const profile = `-env:UserInstallation=${pathToFileURL(join(cache, "libreoffice")).href}`;

/** The print opens only files that are made here, so the sandbox, which needs rights of its own, is not used. */
const chromiumOptions = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"];

const printers: readonly Printer[] = [
  {
    name: "Chromium",
    program: "chromium",
    kind: "html",
    arguments: ({ source, pdf }) => [...chromiumOptions, `--print-to-pdf=${pdf}`, source],
  },
  {
    name: "Chromium, untagged",
    program: "chromium",
    kind: "html",
    arguments: ({ source, pdf }) => [...chromiumOptions, "--disable-pdf-tagging", `--print-to-pdf=${pdf}`, source],
  },
  {
    name: "LibreOffice",
    program: "soffice",
    kind: "html",
    arguments: ({ source }) => ["--headless", profile, "--convert-to", "pdf:writer_web_pdf_Export", source],
  },
  { name: "WeasyPrint", program: "weasyprint", kind: "html", arguments: ({ source, pdf }) => [source, pdf] },
  {
    name: "LaTeX",
    program: "pdflatex",
    kind: "latex",
    arguments: ({ source }) => ["-interaction=batchmode", source],
  },
  {
    name: "groff",
    program: "pdfroff",
    kind: "groff",
    arguments: ({ source, pdf }) => ["-t", "-ms", "-P-pa4", `--pdf-output=${pdf}`, source],
  },
];

/** Returns the prints of documents by every installed program, kept beside the other caches. */
export function printedFiles<Document extends { readonly name: string }>(
  set: PrintSet<Document>,
): readonly PrintedFile<Document>[] {
  const installed = printers.filter(({ program }) => hasProgram(program));
  return installed.flatMap((printer) => set.documents.flatMap((document) => printedFile(set, printer, document)));
}

function printedFile<Document extends { readonly name: string }>(
  { folder: set, sources }: PrintSet<Document>,
  printer: Printer,
  document: Document,
): readonly PrintedFile<Document>[] {
  const folder = join(cache, set, printer.name);
  const files = { source: `${document.name}.${extensions[printer.kind]}`, pdf: `${document.name}.pdf` };
  const path = join(folder, files.pdf);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, files.source), sources[printer.kind](document));
    print(printer, files, folder);
  }
  return existsSync(path) ? [{ program: printer.name, path, document }] : [];
}

function print(printer: Printer, files: PrintFiles, folder: string): void {
  const options = { cwd: folder, stdio: "ignore", timeout: 120_000 } as const;
  const { status, error } = spawnSync(printer.program, printer.arguments(files), options);
  if (status !== 0) process.stderr.write(`${printer.name} failed: ${error?.message ?? `status ${String(status)}`}\n`);
}
