import iconv from "iconv-lite";
import { findShifts } from "./shifts.ts";
import { tableNameOf, toTable } from "./table-names.ts";
import { scanUtf8 } from "./utf8.ts";

/** Lines of a text that are in another encoding than the rest, as far as their bytes tell. */
export interface OtherEncoding {
  readonly encoding: string;
  /** Indices of the lines. */
  readonly lines: readonly number[];
}

const unicode = /^utf-/;
const doubleByte: ReadonlySet<string> = new Set(["gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"]);

/** Encodings in which two or three letters of one word may be UTF-8 by accident. */
const alike: ReadonlySet<string> = new Set(["ibm866", "ibm855", "windows-874", "x-mac-cyrillic"]);

/** Continuation bytes of UTF-8, without any bad byte, from which on they are no accident: in all lines, and in each. */
const minContinuations = { usual: { all: 2, each: 1 }, alike: { all: 5, each: 1 }, double: { all: 12, each: 6 } };

/**
 * Finds lines that were decoded by the wrong encoding: UTF-8 in a text of a legacy encoding, as in a log that several
 * programs write, and encodings with shifts that begin behind the first bytes of a file. Undefined if there are none.
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

/** How many bytes of a line continue a character of UTF-8; 0 if it is not UTF-8 as a whole. */
function continuationsIn(line: string, encoding: string): number {
  if (!/[\u0080-\uffff]/.test(line)) return 0;
  const bytes = bytesOf(line, encoding);
  const { sequences, badBytes, cutBytes } = scanUtf8(bytes);
  if (badBytes + cutBytes > 0) return 0;
  return bytes.reduce((count, byte) => (byte >= 0x80 ? count + 1 : count), -sequences);
}

/**
 * The bytes from which a line was decoded. The bytes that windows-1252 and its like do not define, shown as U+FFFD,
 * could all continue a character of UTF-8.
 */
function bytesOf(line: string, encoding: string): Uint8Array {
  const name = tableNameOf(encoding);
  const pieces = toTable(line, encoding)
    .split("\uFFFD")
    .map((piece) => [...iconv.encode(piece, name)]);
  return Uint8Array.from(pieces.flatMap((piece, index) => (index === 0 ? piece : [0x80, ...piece])));
}
