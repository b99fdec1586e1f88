import { ReadError, type Source } from "@reader/core/handler";
import { createTextDecoder, type SniffedText } from "@reader/core/internal";
import { createRecordMachine, state, type RecordMachine } from "./record-machine.ts";
import type { Mark } from "./record-walk.ts";
import type { TableBytes } from "./table-bytes.ts";
import { sniffSeparatedWorkbook } from "./sniff-disguise.ts";
import { readStart, type TableStart } from "./table-start.ts";

/** An opened table. */
export interface Table extends TableStart {
  readonly bytes: TableBytes;
  readonly machine: RecordMachine;
  readonly first: Mark;
  readonly decoder: ReturnType<typeof createTextDecoder>;
}

/** Bytes that the way in which a table is written is told by. */
const headBytes = 64 * 1024;

/** Where those hold fewer records than tell anything, as many more are looked at. */
const minRecords = 3;
const wideHeadBytes = 2 * 1024 * 1024;

/** Opens a table by its first bytes. Throws `binary` where these are no text. */
export async function openTable(source: Source): Promise<Table> {
  const { bytes, decoder, firstByte } = await openBytes(source);
  const expected = source.sniff.mediaType === "text/tab-separated-values" ? "\t" : ",";
  const startBy = async (length: number): Promise<TableStart> => {
    const head = await bytes.read(firstByte, firstByte + length);
    const decode = await decoder.openStream();
    const isWhole = firstByte + head.length >= bytes.size;
    return readStart(await decode(head, isWhole), { isWhole, expected });
  };
  const quick = await startBy(headBytes);
  const isShort = quick.records.length < minRecords && bytes.size - firstByte > headBytes;
  const start = isShort ? await startBy(wideHeadBytes) : quick;
  const first = { byte: firstByte, rows: 0, state: state.recordStart, lastQuote: -1 };
  return { ...start, bytes, decoder, first, machine: createRecordMachine(start.dialect) };
}

type OpenedBytes = Pick<Table, "bytes" | "decoder"> & { readonly firstByte: number };

/** Encodings in which a byte of a delimiter or a line end may be part of another character. */
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

/** Bytes that tell the encoding of a table with zeros. */
const tellingBytes = 64 * 1024;

/** How sure it is that text beyond ASCII which is no UTF-8 was written on Windows. */
const westernConfidence = 0.5;

/** The encoding of bytes that nobody took for text, for their mark or zeros among them; else they are none. */
async function markedText(source: Source): Promise<SniffedText> {
  const head = await source.head(tellingBytes);
  const [first, second] = head;
  const isLittle = first === 0xff && second === 0xfe;
  if (isLittle || (first === 0xfe && second === 0xff)) {
    const encoding = isLittle ? "utf-16le" : "utf-16be";
    return { encoding, confidence: 1, bomBytes: 2, isAsciiSoFar: false };
  }
  if (sniffSeparatedWorkbook(head.subarray(0, sniffedBytes), source.name) !== undefined) return textWithZeros(head);
  throw new ReadError("binary", `${source.path} is no text, and so no table of values.`, {
    hint: "Look at what it is with a program for its format.",
  });
}

/** As many as the core gives to be sniffed. */
const sniffedBytes = 4096;

function textWithZeros(head: Uint8Array): SniffedText {
  const isAsciiSoFar = head.every((byte) => byte < 0x80);
  const bomBytes = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  if (isUtf8(head)) return { encoding: "utf-8", confidence: 1, bomBytes, isAsciiSoFar };
  return { encoding: "windows-1252", confidence: westernConfidence, bomBytes: 0, isAsciiSoFar: false };
}

/** The last character may be there in part. */
function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
