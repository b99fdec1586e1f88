import { decodeText } from "./tar-header.ts";

/** What a header in front of a member says of it, by keyword; the last of several wins, but see `sparse`. */
export interface PaxRecords {
  readonly fields: ReadonlyMap<string, string>;
  /** Offsets and sizes of GNU's first sparse format, which repeats its keywords. */
  readonly sparse: readonly number[];
}

/** No records. */
export const noRecords: PaxRecords = { fields: new Map(), sparse: [] };

/**
 * Reads `length keyword=value` records (POSIX.1-2024, pax extended header). Stops at the first that is none, because
 * where the next one starts is then unknown.
 */
export function readPaxRecords(bytes: Uint8Array): PaxRecords {
  const fields = new Map<string, string>();
  const sparse: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(0x20, at);
    const length = blank < 0 ? Number.NaN : Number(decodeText(bytes.subarray(at, blank)));
    const end = at + length;
    if (!Number.isSafeInteger(length) || end <= blank + 1 || end > bytes.length) break;
    const record = decodeText(bytes.subarray(blank + 1, end - 1));
    const equals = record.indexOf("=");
    const keyword = record.slice(0, Math.max(0, equals));
    if (keyword === "GNU.sparse.offset" || keyword === "GNU.sparse.numbytes") {
      sparse.push(Number(record.slice(equals + 1)));
    }
    fields.set(keyword, record.slice(equals + 1));
    at = end;
  }
  return { fields, sparse };
}
