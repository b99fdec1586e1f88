import type { ByteView } from "@reader/office-kit/compound";

/** Strings of one table; more are no names. */
const maxStrings = 20_000;

/** The names of fonts ([MS-DOC], 2.9.271 SttbfFfn and 2.9.83 FFN). */
export function readFontNames(table: ByteView): readonly string[] {
  const count = Math.min(maxStrings, table.u16(0));
  const names: string[] = [];
  let at = 4;
  for (let index = 0; index < count && at < table.length; index += 1) {
    const length = table.u8(at);
    names.push(untilNull(table.utf16(at + 40, Math.max(0, length - 39) >> 1)));
    at += 1 + length;
  }
  return names;
}

/** Strings with their lengths before them, and a mark that they are of 16 bits (2.2.4 STTB). */
export function readStrings(table: ByteView): readonly string[] {
  if (table.u16(0) !== 0xffff) return [];
  const count = Math.min(maxStrings, table.u16(2));
  const extra = table.u16(4);
  const strings: string[] = [];
  let at = 6;
  for (let index = 0; index < count && at < table.length; index += 1) {
    const length = table.u16(at);
    strings.push(table.utf16(at + 2, length));
    at += 2 + length * 2 + extra;
  }
  return strings;
}

/** Strings with their lengths before them, to the end of the table (2.9.353 Xst). */
export function readAuthors(table: ByteView): readonly string[] {
  const strings: string[] = [];
  for (let at = 0; at < table.length && strings.length < maxStrings;) {
    const length = table.u16(at);
    strings.push(table.utf16(at + 2, length));
    at += 2 + length * 2;
  }
  return strings;
}

function untilNull(text: string): string {
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}
