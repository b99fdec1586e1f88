import { ReadError, type Source } from "@reader/core/handler";
import type { Dataset, DataTable, RowRange } from "../table/dataset.ts";
import { type ByteSource, damaged, faultOf, type Faults, guardSource } from "../table/faults.ts";
import { type Codec, LargeBlockError, loadCodec } from "./codecs.ts";
import { createDecoders, type Cursor, cursorOf, type Decoder, readNumber, readString } from "./decode.ts";
import { type AvroField, parseSchema, typeWords } from "./schema.ts";

/** Maximum size of a block, packed and unpacked. Writers make blocks of some ten thousand bytes. */
const maxBlockBytes = 256 * 1024 * 1024;

/** Maximum size of the header, which has the schema. */
const maxHeaderBytes = 32 * 1024 * 1024;

const magicBytes = 4;
const syncBytes = 16;

/** Maximum number of bytes of two variable-length integers before a block. */
const blockHeadBytes = 20;

/** A block of rows. */
interface Block {
  /** The number of its first row, from 1. */
  readonly first: number;
  readonly rows: number;
  /** Its bytes in the file, without the mark after it. */
  readonly start: number;
  readonly end: number;
}

interface Header {
  readonly metadata: ReadonlyMap<string, Uint8Array>;
  readonly sync: Uint8Array;
  readonly end: number;
}

interface Blocks {
  readonly blocks: readonly Block[];
  readonly rowCount: number;
  /** Why the file ends early, in words. */
  readonly fault?: string;
}

/** Opens an Avro object container file. Reads the schema and the heads of blocks, and then the blocks of wanted rows. */
export async function openAvro(given: Source, signal: AbortSignal, maxInflatedBytes: number): Promise<Dataset> {
  const { source, faults } = guardSource(given);
  const { path } = source;
  try {
    const header = await readHeader(source);
    const json = new TextDecoder().decode(header.metadata.get("avro.schema") ?? new Uint8Array());
    if (json === "") throw damaged(path, "it has no schema");
    const type = parseSchema(json);
    const codecName = new TextDecoder().decode(header.metadata.get("avro.codec") ?? new Uint8Array()) || "null";
    const codec = await loadCodec(codecName, path);
    const fields = type.kind === "record" ? type.fields : [{ name: "value", type }];
    const found = await findBlocks(source, header, signal);
    const maxBytes = Math.min(maxBlockBytes, maxInflatedBytes);
    return datasetOf({ source, faults, codec, fields, maxBytes, ...found }, codecName);
  } catch (error) {
    throw faultOf(error, faults);
  }
}

interface Opened extends Blocks {
  readonly source: ByteSource;
  readonly faults: Faults;
  readonly codec: Codec;
  readonly fields: readonly AvroField[];
  readonly maxBytes: number;
}

function datasetOf(opened: Opened, codec: string): Dataset {
  const { rowCount, fields, fault, blocks } = opened;
  const table: DataTable = {
    name: "table",
    kind: "table",
    columns: fields.map(({ name, type }) => ({ name, type: typeWords(type) })),
    rowCount,
    rows: (range, chosen) => rowsOf(opened, range, chosen),
  };
  const remark = `The file is damaged (${fault ?? ""}): its first ${rowCount} rows are complete, and what follows is not read.`;
  return {
    format: "Avro",
    isDatabase: false,
    tables: [table],
    facts: { rows: rowCount, blocks: blocks.length, codec },
    remarks: fault === undefined ? [] : [remark],
    close: () => undefined,
  };
}

/** Reads the header: metadata and the mark that follows each block. */
async function readHeader(source: ByteSource): Promise<Header> {
  for (let length = 64 * 1024; ; length *= 8) {
    const bytes = await source.slice(0, Math.min(length, source.size));
    const header = headerIn(bytes);
    if (header !== undefined) return header;
    if (length >= source.size || length > maxHeaderBytes) throw damaged(source.path, "its header is cut off");
  }
}

/** Parses a header; `undefined` if the bytes end before it does. */
function headerIn(bytes: Uint8Array): Header | undefined {
  const cursor = cursorOf(bytes);
  cursor.at = magicBytes;
  const metadata = new Map<string, Uint8Array>();
  try {
    for (let count = readNumber(cursor); count !== 0; count = readNumber(cursor)) {
      if (count < 0) readNumber(cursor);
      for (let left = Math.abs(count); left > 0; left -= 1) metadata.set(readString(cursor), bytesAt(cursor));
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  const end = cursor.at + syncBytes;
  return end > bytes.length ? undefined : { metadata, sync: bytes.slice(cursor.at, end), end };
}

function bytesAt(cursor: Cursor): Uint8Array {
  const end = readNumber(cursor) + cursor.at;
  if (end < cursor.at || end > cursor.bytes.length) throw new RangeError("a value is cut off");
  const value = cursor.bytes.slice(cursor.at, end);
  cursor.at = end;
  return value;
}

/** Finds all blocks by their heads. Stops at the first damage. */
async function findBlocks(source: ByteSource, { sync, end }: Header, signal: AbortSignal): Promise<Blocks> {
  const blocks: Block[] = [];
  let rowCount = 0;
  let at = end;
  while (at < source.size) {
    signal.throwIfAborted();
    const block = await blockAt(source, at, { sync, first: rowCount + 1 });
    if (typeof block === "string") return { blocks, rowCount, fault: block };
    blocks.push(block);
    rowCount += block.rows;
    at = block.end + syncBytes;
  }
  return { blocks, rowCount };
}

interface BlockFacts {
  readonly sync: Uint8Array;
  readonly first: number;
}

/** Reads the head of a block; returns words for a damaged one. */
async function blockAt(source: ByteSource, at: number, { sync, first }: BlockFacts): Promise<Block | string> {
  const cursor = cursorOf(await source.slice(at, at + blockHeadBytes));
  try {
    const rows = readNumber(cursor);
    const length = readNumber(cursor);
    const start = at + cursor.at;
    const end = start + length;
    if (rows < 0 || length < 0 || !Number.isSafeInteger(first + rows)) return "a block has an impossible length";
    if (end + syncBytes > source.size) return "its last block is cut off";
    const mark = await source.slice(end, end + syncBytes);
    return mark.every((byte, index) => byte === sync[index]) ? { first, rows, start, end } : "a block has no end mark";
  } catch (error) {
    if (error instanceof RangeError) return "the head of a block is cut off";
    throw error;
  }
}

/** Maximum number of rows without bytes in a block: a thousand million empty records are a few bytes. */
const maxEmptyRows = 1_000_000;

/** Number of rows that are yielded together. */
const batchRows = 2000;

async function* rowsOf(
  opened: Opened,
  range: RowRange,
  chosen: readonly number[],
): AsyncGenerator<readonly (readonly unknown[])[]> {
  const readRow = rowDecoder(opened.fields, chosen);
  const wanted = opened.blocks.filter(
    ({ first, rows }) => rows > 0 && first <= range.last && first + rows > range.first,
  );
  for (const block of wanted) {
    try {
      yield* rowsIn(await unpacked(opened, block), block, { range, readRow });
    } catch (error) {
      throw faultOf(error, opened.faults);
    }
  }
}

async function unpacked({ source, codec, maxBytes }: Opened, { start, end }: Block): Promise<Cursor> {
  if (end - start > maxBytes) throw tooLarge(source.path, maxBytes);
  try {
    return cursorOf(codec(await source.slice(start, end), maxBytes));
  } catch (error) {
    throw error instanceof LargeBlockError ? tooLarge(source.path, maxBytes) : error;
  }
}

interface Wish {
  readonly range: RowRange;
  readonly readRow: (cursor: Cursor) => readonly unknown[];
}

function* rowsIn(
  cursor: Cursor,
  { first, rows }: Block,
  { range, readRow }: Wish,
): Generator<readonly (readonly unknown[])[]> {
  if (rows > cursor.bytes.length + maxEmptyRows) throw new RangeError("a block has too many rows without bytes");
  let batch: (readonly unknown[])[] = [];
  const end = Math.min(first + rows - 1, range.last);
  for (let row = first; row <= end; row += 1) {
    const values = readRow(cursor);
    if (row < range.first) continue;
    batch.push(values);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Returns a function that reads a row, with the values of the chosen columns in their order. */
function rowDecoder(fields: readonly AvroField[], chosen: readonly number[]): (cursor: Cursor) => readonly unknown[] {
  const decoderOf = createDecoders();
  const decoders: readonly Decoder[] = fields.map(({ type }) => decoderOf(type));
  const isWhole = chosen.length === fields.length && chosen.every((column, at) => column === at);
  return (cursor) => {
    const values = decoders.map((decode) => decode(cursor, 0));
    return isWhole ? values : chosen.map((column) => values[column]);
  };
}

function tooLarge(path: string, value: number): ReadError {
  return new ReadError("too-large", `A block of ${path} has more than ${value} bytes.`, {
    hint: "Ask the user to write the file with smaller blocks.",
    details: { limit: { name: "maxBlockBytes", value } },
  });
}
