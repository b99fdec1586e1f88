import { notice, type Notice, ReadError, type Source } from "@reader/core/handler";
import { parseJson } from "../json/parse-json.ts";
import { deepField, field, firstField, isRecord, type JsonRecord, labelOf, listOf } from "./values.ts";

/** A notebook of any version, with its cells as stored. */
export interface Notebook {
  /** The path of the file, for messages. */
  readonly path: string;
  /** The version, such as `4.5`, or `unknown`. */
  readonly format: string;
  readonly metadata: unknown;
  /** The cells, of all worksheets if the version has worksheets. */
  readonly cells: readonly unknown[];
  /** The default language of code cells. */
  readonly language: string | undefined;
  /** Notices about the file itself. */
  readonly notices: readonly Notice[];
}

/** The newest supported major version. Minor versions only add fields. */
const newestMajor = 4;

/**
 * Loads a notebook. Rejects with `corrupt` if it is not JSON or not a notebook, and with `unsupported-type` above version
 * 4.
 */
export async function loadNotebook(source: Source): Promise<Notebook> {
  const { text, notices } = decode(await source.bytes(), source.sniff.text?.encoding);
  const root = parseJson(text, source.path);
  if (!isRecord(root)) throw notNotebook(source.path, `its JSON is ${nameOf(root)}, not an object`);
  checkVersion(root, source.path);
  const cells = findCells(root, source.path);
  const { path } = source;
  const metadata = field(root, "metadata");
  const emptiness = cells.length === 0 ? [notice("The notebook has no cells.")] : [];
  return {
    path,
    metadata,
    cells,
    format: formatOf(root),
    language: languageOf(metadata),
    notices: [...notices, ...emptiness],
  };
}

interface Decoded {
  readonly text: string;
  readonly notices: readonly Notice[];
}

/**
 * Decodes a notebook without its byte order mark. Notebooks are UTF-8, but editors may save them in UTF-16 or a code
 * page.
 */
function decode(bytes: Uint8Array, sniffed = "utf-8"): Decoded {
  const encoding = isKnown(sniffed) ? sniffed : "utf-8";
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), notices: [] };
  } catch {
    const text = new TextDecoder(encoding).decode(bytes);
    const count = text.split("\uFFFD").length - 1;
    return { text, notices: [{ type: "notice", code: "replacement-characters", encoding, count }] };
  }
}

function isKnown(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== "";
  } catch {
    return false;
  }
}

function checkVersion(root: JsonRecord, path: string): void {
  const major = majorOf(root);
  if (major === undefined || (major >= 1 && major <= newestMajor)) return;
  throw new ReadError(
    "unsupported-type",
    `${path} is a notebook of nbformat ${major}; 1 to ${newestMajor} can be read.`,
    {
      hint: `Convert it to nbformat ${newestMajor} with Jupyter, then read it again.`,
      details: { mediaType: "application/x-ipynb+json" },
    },
  );
}

function majorOf(root: JsonRecord): number | undefined {
  const value = Number(labelOf(field(root, "nbformat")) ?? Number.NaN);
  return Number.isFinite(value) ? Math.floor(value) : undefined;
}

function formatOf(root: JsonRecord): string {
  const major = majorOf(root);
  if (major === undefined) return "unknown";
  const minor = labelOf(field(root, "nbformat_minor"));
  return minor === undefined ? String(major) : `${major}.${minor}`;
}

/**
 * Returns the cells. Versions 1 and 4 have `cells`, and 2 and 3 have `worksheets` with cells; the existing field counts,
 * not the version.
 */
function findCells(root: JsonRecord, path: string): readonly unknown[] {
  const cells = field(root, "cells");
  if (Array.isArray(cells)) return cells;
  const worksheets = field(root, "worksheets");
  if (Array.isArray(worksheets)) return worksheets.flatMap((sheet) => listOf(field(sheet, "cells")));
  const wrong = cells === undefined ? worksheets : cells;
  if (wrong !== undefined) throw notNotebook(path, `its cells are ${nameOf(wrong)}, not a list`);
  if (majorOf(root) === undefined) throw notNotebook(path, "it has neither cells nor a version");
  return [];
}

function languageOf(metadata: unknown): string | undefined {
  const kernel = field(metadata, "kernelspec");
  return (
    labelOf(deepField(metadata, "language_info", "name")) ??
    labelOf(firstField(kernel, ["language"])) ??
    labelOf(firstField(metadata, ["language"]))
  );
}

function notNotebook(path: string, reason: string): ReadError {
  return new ReadError("corrupt", `${path} is not a notebook: ${reason}.`, {
    hint: "Read the file it was made from, or a copy under the name .json to see its text.",
  });
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
