import { ReadError, type Source } from "@reader/core/handler";
import { createTextDecoder } from "@reader/core/decoders";
import type { SniffedText } from "@reader/core/internal";
import { createRecordMachine, state, type RecordMachine } from "./records/record-machine.ts";
import type { Mark, TableBytes } from "./records/record-walk.ts";
import { sniffSeparatedWorkbook } from "./sniff-disguise.ts";
import { readStart, type TableStart } from "./table-start.ts";

/** An opened table. */
export interface Table extends TableStart {
  readonly bytes: TableBytes;
  readonly machine: RecordMachine;
  readonly first: Mark;
  readonly decoder: ReturnType<typeof createTextDecoder>;
}

/** Number of bytes from which the dialect is detected. */
const headBytes = 64 * 1024;

/** Minimum number of records for detection. With fewer, more bytes are read. */
const minRecords = 3;
const wideHeadBytes = 2 * 1024 * 1024;

/** Opens a table from its first bytes. Throws `binary` if they are not text. */
export async function openTable(source: Source): Promise<Table> {
  const { bytes, decoder, firstByte } = await openBytes(source);
  const expected = source.sniff.mediaType === "text/tab-separated-values" ? "\t" : ",";
  const startBy = async (length: number): Promise<TableStart> => {
    const head = await bytes.read(firstByte, firstByte + length);
    const decode = await decoder.openStream();
    const isWhole = firstByte + head.length >= bytes.size;
    return readStart(await decode(head, isWhole), { isWhole, expected });
  };
  const fromHead = await startBy(headBytes);
  const isShort = fromHead.records.length < minRecords && bytes.size - firstByte > headBytes;
  const start = isShort ? await startBy(wideHeadBytes) : fromHead;
  const first = { byte: firstByte, rows: 0, state: state.recordStart, lastQuote: -1 };
  return { ...start, bytes, decoder, first, machine: createRecordMachine(start.dialect) };
}

type OpenedBytes = Pick<Table, "bytes" | "decoder"> & { readonly firstByte: number };

/** Encodings in which the byte of a delimiter or a line end can be part of another character. */
const wideEncoding = /^(?:utf-16|utf-32|utf-7|iso-2022)/;

async function openBytes(source: Source): Promise<OpenedBytes> {
  const text = source.sniff.text ?? (await markedText(source));
  const decoder = createTextDecoder(text);
  const read: TableBytes["read"] = (start, end) => source.slice(start, end);
  if (!wideEncoding.test(text.encoding)) {
    const { size, readInto } = source;
    return { bytes: { size, read, readInto }, decoder, firstByte: text.bomBytes };
  }
  const whole = (await source.bytes()).subarray(text.bomBytes);
  const bytes = new TextEncoder().encode(await decoder.decode(whole));
  return {
    bytes: { size: bytes.length, read: (start, end) => Promise.resolve(bytes.subarray(start, end)) },
    decoder: createTextDecoder({ encoding: "utf-8", confidence: 1, bomBytes: 0, isAsciiSoFar: false }),
    firstByte: 0,
  };
}

/** Number of bytes from which the encoding of a table with zero bytes is detected. */
const sampledBytes = 64 * 1024;

/** Confidence that non-ASCII text that is not UTF-8 uses a Windows encoding. */
const westernConfidence = 0.5;

/**
 * Returns the encoding of bytes that were not detected as text, for example because of zero bytes. Throws `binary` if
 * they are not a table.
 */
async function markedText(source: Source): Promise<SniffedText> {
  const head = await source.head(sampledBytes);
  const [first, second] = head;
  const isLittle = first === 0xff && second === 0xfe;
  if (isLittle || (first === 0xfe && second === 0xff)) {
    const encoding = isLittle ? "utf-16le" : "utf-16be";
    return { encoding, confidence: 1, bomBytes: 2, isAsciiSoFar: false };
  }
  if (sniffSeparatedWorkbook(head.subarray(0, sniffedBytes), source.name) !== undefined) return textWithZeros(head);
  throw new ReadError("binary", `${source.path} is not a text file, so it cannot be read as a table.`, {
    hint: "Open it with a program for its format.",
  });
}

/** The number of bytes that the core passes to detection. */
const sniffedBytes = 4096;

function textWithZeros(head: Uint8Array): SniffedText {
  const isAsciiSoFar = head.every((byte) => byte < 0x80);
  const bomBytes = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  if (isUtf8(head)) return { encoding: "utf-8", confidence: 1, bomBytes, isAsciiSoFar };
  return { encoding: "windows-1252", confidence: westernConfidence, bomBytes: 0, isAsciiSoFar: false };
}

/** True for UTF-8. The last character may be incomplete. */
function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
