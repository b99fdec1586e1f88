import { ReadError, type Source } from "@reader/core/handler";
import type { DataColumn, Dataset, RowRange } from "../table/dataset.ts";

/** Number of lines whose fields become columns. */
const sampledLines = 10_000;

/** Maximum number of columns. */
const maxColumns = 1000;

/** The offset of every line of this number is kept, so that a row is found without counting from the start. */
const indexedEvery = 1000;

/** The column of values that are no objects. */
const valueColumn = "value";

/** The fields of the first lines, with the kinds of their values. */
interface Fields {
  readonly kinds: Map<string, { readonly kinds: Set<string>; count: number }>;
  /** Number of lines that are no JSON, and the first of them. */
  broken: number;
  firstBroken: number;
}

/** The lines of a file. */
interface Lines {
  readonly source: Source;
  readonly rowCount: number;
  /** The offset of each line whose number, from 0, is a multiple of `indexedEvery`. */
  readonly starts: readonly number[];
  readonly columns: readonly DataColumn[];
  readonly remarks: string[];
}

/** Opens JSON Lines as a table: a row for each line that is not blank, a column for each field. Never loads the file. */
export async function openJsonLines(source: Source, signal: AbortSignal): Promise<Dataset> {
  refuseEncoding(source);
  const fields: Fields = { kinds: new Map(), broken: 0, firstBroken: 0 };
  const starts: number[] = [];
  let rowCount = 0;
  for await (const lines of linesFrom(source, source.sniff.text?.bomBytes ?? 0)) {
    signal.throwIfAborted();
    for (const line of lines) {
      if (rowCount % indexedEvery === 0) starts.push(line.start);
      if (rowCount < sampledLines) addFields(fields, line, rowCount + 1);
      rowCount += 1;
    }
  }
  const columns = columnsOf(fields, Math.min(rowCount, sampledLines) - fields.broken);
  const remarks = remarksOf(fields, columns.length);
  const lines: Lines = { source, rowCount, starts, columns, remarks };
  return {
    format: "JSON Lines",
    isDatabase: false,
    tables: [
      { name: "table", kind: "table", columns, rowCount, rows: (range, chosen) => rowsOf(lines, range, chosen) },
    ],
    facts: { rows: rowCount },
    remarks,
    close: () => undefined,
  };
}

/** Other encodings than UTF-8 have NULs or escapes where this reader expects ends of lines. */
function refuseEncoding({ path, sniff }: Source): void {
  const encoding = sniff.text?.encoding ?? "utf-8";
  if (encoding === "utf-8") return;
  throw new ReadError("unsupported-type", `${path} is JSON Lines in ${encoding}, and a table is only read in UTF-8.`, {
    hint: 'Read its lines with view "text".',
  });
}

function addFields(fields: Fields, { bytes }: FoundLine, row: number): void {
  const value = parse(bytes);
  if (value === undefined) {
    if (fields.broken === 0) fields.firstBroken = row;
    fields.broken += 1;
    return;
  }
  for (const [name, content] of Object.entries(fieldsOf(value))) {
    const known = fields.kinds.get(name);
    if (known === undefined && fields.kinds.size >= maxColumns) continue;
    const field = known ?? { kinds: new Set<string>(), count: 0 };
    fields.kinds.set(name, field);
    field.kinds.add(kindOf(content));
    field.count += 1;
  }
}

/** For a short line, this takes half the time of a `TextDecoder`, which leaves out a byte order mark. */
function decoded({ buffer, byteOffset, byteLength }: Uint8Array): string {
  const text = Buffer.from(buffer, byteOffset, byteLength).toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** Matches digits that may be an integer which a number does not hold exactly. */
const manyDigits = /\d{16}/;

/** Returns the value of a line; `undefined` if it is no JSON. */
function parse(bytes: Uint8Array): unknown {
  try {
    const text = decoded(bytes);
    const value: unknown = manyDigits.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Keeps an integer that is not exact as a number. The source of a value is the third argument from Node.js 21. */
function exactInteger(_: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  const isInexact = typeof value === "number" && !Number.isSafeInteger(value) && Number.isInteger(value);
  return isInexact && source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : { [valueColumn]: value };
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "integer";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

function columnsOf({ kinds }: Fields, objects: number): readonly DataColumn[] {
  return [...kinds].map(([name, field]) => {
    // An integer is a number too.
    const names = [...field.kinds].filter((kind) => kind !== "integer" || !field.kinds.has("number"));
    return { name, type: `${names.join(" or ")}${field.count < objects ? ", not in every line" : ""}` };
  });
}

function remarksOf({ kinds, broken, firstBroken }: Fields, columns: number): string[] {
  const remarks: string[] = [];
  if (broken > 0) {
    const which = broken === 1 ? `Row ${firstBroken} is` : `${broken} rows, the first of them ${firstBroken}, are`;
    remarks.push(`${which} no JSON, and shown without values: view "text" shows the lines.`);
  }
  if (kinds.size >= maxColumns) remarks.push(`Only the first ${columns} fields are columns.`);
  return remarks;
}

async function* rowsOf(
  { source, starts, columns, remarks }: Lines,
  range: RowRange,
  chosen: readonly number[],
): AsyncGenerator<readonly (readonly unknown[])[]> {
  const block = Math.floor((range.first - 1) / indexedEvery);
  const read = rowReader(chosen.map((at) => columns[at]?.name ?? ""));
  const unknown = unknownNames(columns);
  let row = block * indexedEvery;
  for await (const lines of linesFrom(source, starts[block] ?? source.size)) {
    const rows: unknown[][] = [];
    for (const { bytes } of lines) {
      row += 1;
      if (!isIn(row, range)) continue;
      const fields = fieldsOf(parse(bytes) ?? {});
      rows.push(read(fields));
      if (row > sampledLines) unknown.add(fields);
    }
    if (rows.length > 0) yield rows;
    if (row >= range.last) break;
  }
  if (unknown.names.size > 0) remarks.push(otherFields([...unknown.names]));
}

function isIn(row: number, { first, last }: RowRange): boolean {
  return row >= first && row <= last;
}

/** Returns a function that reads the values of columns. */
function rowReader(names: readonly string[]): (fields: Readonly<Record<string, unknown>>) => unknown[] {
  return (fields) => names.map((name) => (Object.hasOwn(fields, name) ? fields[name] : undefined));
}

interface UnknownNames {
  readonly names: ReadonlySet<string>;
  add(fields: Readonly<Record<string, unknown>>): void;
}

/** Collects the names of fields that are no columns. */
function unknownNames(columns: readonly DataColumn[]): UnknownNames {
  const known = new Set(columns.map(({ name }) => name));
  const names = new Set<string>();
  return {
    names,
    add(fields) {
      for (const name of Object.keys(fields)) if (!known.has(name)) names.add(name);
    },
  };
}

/** Maximum number of fields that a remark names. */
const maxNamed = 10;

function otherFields(names: readonly string[]): string {
  const named = names.slice(0, maxNamed).map((name) => JSON.stringify(name));
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : "";
  return `Some of these rows have fields that the first ${sampledLines} lines lack, and that are not shown: ${named.join(", ")}${more}.`;
}

/** A line of a file that is not blank. */
interface FoundLine {
  /** The offset of its first byte. */
  readonly start: number;
  /** Its bytes, valid until the next batch. */
  readonly bytes: Uint8Array;
}

const newline = 0x0a;
const space = 0x20;

/** Maximum length of a line, in bytes. A longer one is cut, and so is not JSON. */
const maxLineBytes = 64 * 1024 * 1024;

/** A line that the next chunk continues. */
interface Held {
  parts: Uint8Array[];
  bytes: number;
}

/** Yields the lines of a file from an offset in batches, without those that are blank. */
async function* linesFrom(source: Source, start: number): AsyncGenerator<readonly FoundLine[]> {
  const held: Held = { parts: [], bytes: 0 };
  let lineStart = start;
  for await (const chunk of source.stream({ start })) {
    const lines: FoundLine[] = [];
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      const length = held.bytes + end - from;
      addLine(lines, lineStart, take(held, chunk.subarray(from, end)));
      lineStart += length + 1;
      from = end + 1;
    }
    hold(held, chunk.subarray(from));
    if (lines.length > 0) yield lines;
  }
  const last: FoundLine[] = [];
  addLine(last, lineStart, take(held, new Uint8Array()));
  if (last.length > 0) yield last;
}

function hold(held: Held, rest: Uint8Array): void {
  if (held.bytes < maxLineBytes && rest.length > 0) held.parts.push(rest.slice());
  held.bytes += rest.length;
}

function take(held: Held, rest: Uint8Array): Uint8Array {
  if (held.parts.length === 0) return rest;
  const parts = [...held.parts, rest];
  const line = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    line.set(part, at);
    at += part.length;
  }
  held.parts = [];
  held.bytes = 0;
  return line;
}

function addLine(lines: FoundLine[], start: number, bytes: Uint8Array): void {
  if ((bytes[0] ?? 0) > space || bytes.some((byte) => byte > space)) lines.push({ start, bytes });
}
