/** Characters that need quotes, and spaces at either end, which some programs drop. */
const needsQuotes = /[",\r\n]|^\s|\s$/;

/** Returns a field of CSV, quoted where RFC 4180 needs it. */
export function csvField(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns a record of CSV without its line end. A record of one empty field is quoted, because an empty line is no
 * record.
 */
export function csvRecord(fields: readonly string[]): string {
  return fields.length === 1 && fields[0] === "" ? '""' : fields.map(csvField).join(",");
}
