import { notice, type Notice, ReadError, type Source } from "@reader/core/handler";
import { parseJson } from "../json/parse-json.ts";

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

/** A JSON object of unknown content. */
type JsonRecord = Readonly<Record<string, unknown>>;

/** True if a parsed value is an object and not a list. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a parsed value if it is a list, or else an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns an own property of a parsed object, or `undefined`, so that a wrong type does not throw. */
export function field(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns the first of several own properties that exists and is not null. */
export function firstField(value: unknown, names: readonly string[]): unknown {
  for (const name of names) {
    const found = field(value, name);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

/** Returns the value at a path of own properties, such as `metadata`, `kernelspec`, `name`. */
export function deepField(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce(field, value);
}

/**
 * Returns text as notebooks store it: a string, or a list of strings to join. Other values become JSON, so that a
 * damaged notebook still shows its content; a missing value becomes an empty string.
 */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  return Array.isArray(value) ? value.map(textOfItem).join("") : JSON.stringify(value);
}

/** Returns a value as a short label in one line, or `undefined` if it is not a text or number or is blank. */
export function labelOf(value: unknown, maxCharacters = 80): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const line = String(value).slice(0, maxCharacters).replace(/\s+/g, " ").trim();
  return line === "" ? undefined : line;
}

function textOfItem(item: unknown): string {
  return typeof item === "string" ? item : JSON.stringify(item);
}
