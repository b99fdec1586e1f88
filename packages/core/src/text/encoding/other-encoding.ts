import iconv from "iconv-lite";
import { findShifts } from "./shifts.ts";
import { tableNameOf, toTable } from "./iconv-tables.ts";
import { scanUtf8 } from "./utf8.ts";

/** The lines of a text that appear to be in another encoding than the rest. */
export interface OtherEncoding {
  readonly encoding: string;
  /** The indices of the lines. */
  readonly lines: readonly number[];
}

const unicode = /^utf-/;
const doubleByte: ReadonlySet<string> = new Set(["gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"]);

/** Encodings in which two or three letters of one word may be valid UTF-8 by accident. */
const alike: ReadonlySet<string> = new Set(["ibm866", "ibm855", "windows-874", "x-mac-cyrillic"]);

/**
 * Minimum number of UTF-8 continuation bytes, without an invalid byte, that are not accidental: in all lines together,
 * and in each line.
 */
const minContinuations = { usual: { all: 2, each: 1 }, alike: { all: 5, each: 1 }, double: { all: 12, each: 6 } };

/**
 * Finds lines that were decoded with the wrong encoding: UTF-8 in a text of a legacy encoding, as in a log written by
 * several programs, and encodings with shift sequences that start after the first bytes of a file. Returns `undefined`
 * if there are no such lines.
 */
export function findOtherEncoding(lines: readonly string[], encoding: string): OtherEncoding | undefined {
  if (unicode.test(encoding)) return findShifts(lines);
  return iconv.encodingExists(tableNameOf(encoding)) ? findUtf8(lines, encoding) : undefined;
}

function findUtf8(lines: readonly string[], encoding: string): OtherEncoding | undefined {
  const kind = alike.has(encoding) ? "alike" : "usual";
  const min = minContinuations[doubleByte.has(encoding) ? "double" : kind];
  const found: number[] = [];
  let all = 0;
  for (const [index, line] of lines.entries()) {
    const continuations = continuationsIn(line, encoding);
    if (continuations < min.each) continue;
    all += continuations;
    found.push(index);
  }
  return all < min.all ? undefined : { encoding: "utf-8", lines: found };
}

/** Counts the UTF-8 continuation bytes of a line; 0 if the whole line is not valid UTF-8. */
function continuationsIn(line: string, encoding: string): number {
  if (!/[\u0080-\uffff]/.test(line)) return 0;
  const bytes = bytesOf(line, encoding);
  const { sequences, badBytes, cutBytes } = scanUtf8(bytes);
  if (badBytes + cutBytes > 0) return 0;
  return bytes.reduce((count, byte) => (byte >= 0x80 ? count + 1 : count), -sequences);
}

/**
 * Returns the bytes from which a line was decoded. Bytes that windows-1252 and similar encodings do not define were
 * decoded as U+FFFD; they are returned as 0x80, because each could be a UTF-8 continuation byte.
 */
function bytesOf(line: string, encoding: string): Uint8Array {
  const name = tableNameOf(encoding);
  const pieces = toTable(line, encoding)
    .split("\uFFFD")
    .map((piece) => [...iconv.encode(piece, name)]);
  return Uint8Array.from(pieces.flatMap((piece, index) => (index === 0 ? piece : [0x80, ...piece])));
}
