import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

/** A sheet of a workbook, with the CSV that Excel made of it. */
export interface ExportedSheet {
  /** From 1. */
  readonly sheet: number;
  /** The path of the CSV. */
  readonly csv: string;
}

/** A workbook with sheets that Excel exported. */
export interface ExportedWorkbook {
  readonly name: string;
  readonly path: string;
  readonly half: Half;
  readonly sheets: readonly ExportedSheet[];
}

/** `dev` may be looked at while the code is written; `held` is only scored. */
export type Half = "dev" | "held";

const corpus = fileURLToPath(new URL("../../../../../shared/corpus/", import.meta.url));

interface Manifest {
  readonly sheets: readonly { readonly csv: string; readonly sheet: number; readonly workbook: string }[];
}

/** Returns the workbooks that Excel exported; empty if the corpus is absent. */
export function exportedWorkbooks(): readonly ExportedWorkbook[] {
  const manifest = `${corpus}sheets-excel/manifest.json`;
  if (!existsSync(manifest)) return [];
  const { sheets } = JSON.parse(readFileSync(manifest, "utf8")) as Manifest;
  const byWorkbook = new Map<string, ExportedSheet[]>();
  for (const { workbook, sheet, csv } of sheets) {
    byWorkbook.set(workbook, [...(byWorkbook.get(workbook) ?? []), { sheet, csv: corpus + csv }]);
  }
  return [...byWorkbook].flatMap(([workbook, exported]) => {
    // The manifest puts the name of its half before the path.
    const path = corpus + workbook.replace(/^documents\/[^/]+\//u, "documents/");
    if (!existsSync(path)) return [];
    const name = basename(workbook);
    return [{ name, path, half: halfOf(name), sheets: exported }];
  });
}

/** Splits workbooks in two by a hash of the name without its extension, so that copies in other formats stay together. */
export function halfOf(name: string): Half {
  const [first = 0] = createHash("sha256")
    .update(name.replace(/\.[^.]*$/u, "").toLowerCase())
    .digest();
  return first % 2 === 0 ? "dev" : "held";
}

/**
 * Reads a CSV of Excel for Mac, converted to UTF-8 from Mac Roman. Excel wrote the characters of Windows-1252 there, so
 * `€` became `Ä`. Text that is not UTF-8 is Windows-1252.
 */
export function readExport(path: string): Grid {
  const bytes = readFileSync(path);
  try {
    return parseCsv(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return parseCsv(new TextDecoder("windows-1252").decode(bytes));
  }
}

const highBytes = Uint8Array.from({ length: 128 }, (_, index) => index + 128);
const windowsText = new TextDecoder("windows-1252").decode(highBytes).split("");
const macText = new TextDecoder("macintosh").decode(highBytes).split("");
const windowsOfMac = new Map(macText.map((character, index) => [character, windowsText[index] ?? character]));

/** Returns a text whose Windows-1252 characters were read as Mac Roman: `Ä` becomes `€` again. */
export function fromMacRoman(text: string): string {
  return /[^\0-\u007f]/u.test(text)
    ? text
        .split("")
        .map((each) => windowsOfMac.get(each) ?? each)
        .join("")
    : text;
}

/** Texts of cells by row and column, from 0. Empty cells are empty strings. */
export type Grid = readonly (readonly string[])[];

const field = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|\n|\r|$)/gy;

/** Splits CSV as Excel writes it. */
export function parseCsv(text: string): Grid {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [whole, value = "", end = ""] of text.matchAll(field)) {
    if (whole === "" && row.length === 0) break;
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === ",") continue;
    rows.push(row);
    row = [];
    if (end === "") break;
  }
  return rows;
}
