import type { FileSystem } from "@reader/core";
import { badList, fileContent, inFolder, textLines } from "./list-source.ts";
import { normalPath } from "./paths.ts";
import type { Source, SourceDocument } from "./source.ts";

/** The forms of a manifest. */
export type ManifestForm = "jsonl" | "csv";

/** Options of a manifest. */
export interface ManifestOptions {
  readonly fileSystem: FileSystem;
  /** Its path, as typed. */
  readonly path: string;
  readonly form: ManifestForm;
  /** The folders whose files may be read. Default: the folder of the manifest, to which its paths are relative. */
  readonly roots?: readonly string[] | undefined;
  /** The starts of the addresses that the run can read, such as `s3://`. They are read only inside `roots`. */
  readonly prefixes?: readonly string[] | undefined;
  /** The bytes of the manifest, in pieces. Default: those of the file. */
  readonly content?: () => AsyncIterable<Uint8Array>;
}

/**
 * Lists the documents of a manifest: JSON lines with the field `path`, or CSV with the column `path`. The fields `size` and
 * `mtime` are not trusted: the files themselves are asked. Rejects with a `BatchError` that names the line of a fault.
 */
export function manifestSource(options: ManifestOptions): Source {
  const { fileSystem, path, form, roots, prefixes = [], content } = options;
  const name = normalPath(fileSystem, path);
  const folder = normalPath(fileSystem, fileSystem.path.dirname(name));
  return {
    name,
    roots: roots ?? [folder],
    async *documents() {
      const bytes = content?.() ?? fileContent(fileSystem, fileSystem.path.resolve(fileSystem.workingDirectory, name));
      const paths = form === "csv" ? csvPaths(bytes, name) : jsonPaths(bytes, name);
      for await (const each of paths) yield inFolder(folder, each, { fileSystem, prefixes, name });
    },
  };
}

async function* jsonPaths(content: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<SourceDocument> {
  let number = 0;
  for await (const line of textLines(content, name, "lines")) {
    number += 1;
    if (line.trim() === "") continue;
    yield { path: pathOf(line, `${name}, line ${number},`) };
  }
}

function pathOf(line: string, where: string): string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw badList(where, "is not JSON", cause);
  }
  const path: unknown = typeof value === "object" && value !== null && "path" in value ? value.path : value;
  if (typeof path === "string" && path !== "") return path;
  throw badList(where, "has no `path`");
}

/** Reads CSV as in RFC 4180: quoted fields may have commas, quotes and line ends. */
async function* csvPaths(content: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<SourceDocument> {
  let column: number | undefined;
  for await (const { fields, line } of csvRecords(content, name)) {
    if (fields.length === 1 && fields[0] === "") continue;
    if (column === undefined) {
      column = fields.findIndex((field) => field.trim().toLowerCase() === "path");
      if (column < 0) throw badList(name, "has no column `path` in its first line");
      continue;
    }
    const path = fields[column];
    if (path === undefined || path === "") throw badList(`${name}, line ${line},`, "has no `path`");
    yield { path };
  }
}

interface CsvRecord {
  readonly fields: readonly string[];
  /** The number of its first line. */
  readonly line: number;
}

async function* csvRecords(content: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<CsvRecord> {
  let pending = "";
  let number = 0;
  let first = 1;
  for await (const line of textLines(content, name, "lines")) {
    number += 1;
    pending = pending === "" ? withoutMark(line) : `${pending}\n${line}`;
    // An odd number of quotes means that a quoted field goes on in the next line.
    if ((pending.split('"').length - 1) % 2 === 1) {
      if (number - first > maxRecordLines) throw badList(`${name}, line ${first},`, "has a quote that does not end");
      continue;
    }
    yield { fields: csvFields(pending), line: first };
    pending = "";
    first = number + 1;
  }
  if (pending !== "") throw badList(`${name}, line ${first},`, "has a quote that does not end");
}

const byteOrderMark = "\u{FEFF}";

function withoutMark(line: string): string {
  return line.startsWith(byteOrderMark) ? line.slice(1) : line;
}

/** Maximum number of lines of one record. A path has no more. */
const maxRecordLines = 1000;

function csvFields(record: string): readonly string[] {
  const field = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/y;
  const fields: string[] = [];
  for (;;) {
    const [, quoted, plain = "", end = ""] = field.exec(record) ?? [];
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "") return fields;
  }
}
