import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { folder as cache } from "../speed/files/bench-data.ts";
import type { KnownDocument } from "./corpus.ts";

const folder = join(cache, "printed");

/**
 * The documents of an office as the PDFs that LibreOffice makes of them, kept beside the other caches. Those that it
 * cannot print are left out.
 */
export function printedDocuments(documents: readonly KnownDocument[]): readonly KnownDocument[] {
  const printed = documents.map((document) => ({ document, path: printedPath(document.path) }));
  const missing = printed.filter(({ path }) => !existsSync(path));
  if (missing.length > 0) print(missing.map(({ document }) => document.path));
  return printed.filter(({ path }) => existsSync(path)).map(({ document, path }) => ({ ...document, path }));
}

function printedPath(path: string): string {
  return join(folder, `${basename(path, extname(path))}.pdf`);
}

/** With a profile of its own: a LibreOffice that is open would refuse to print. */
function print(paths: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const profile = `-env:UserInstallation=${pathToFileURL(join(cache, "libreoffice")).href}`;
  const options = ["--headless", profile, "--convert-to", "pdf", "--outdir", folder];
  const { status, error } = spawnSync("soffice", [...options, ...paths], { stdio: "ignore", timeout: 300_000 });
  if (status !== 0) process.stderr.write(`LibreOffice failed: ${error?.message ?? `status ${String(status)}`}\n`);
}
