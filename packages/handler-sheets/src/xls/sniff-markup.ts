import type { MediaType } from "@reader/core/handler";

const workbookType = "application/vnd.ms-excel";
const lessThan = 0x3c;

/** The root element of XML Spreadsheet 2003, whatever the name of the file. */
const xmlSpreadsheet = /<(?:[\w-]+:)?Workbook[\s>]/;
const xmlNamespace = "urn:schemas-microsoft-com:office:spreadsheet";

/** Extensions of workbooks. Web applications use them for HTML tables, because Excel opens those. */
const workbookName = /\.(?:xls|xlsx|xlsm|xlt)$/i;
const table = /<table[\s>]|urn:schemas-microsoft-com:office:excel/i;

/** Detects XML workbooks, and HTML tables with a workbook's file extension. */
export function sniffMarkupWorkbook(head: Uint8Array, name: string): MediaType | undefined {
  if (firstMark(head) !== lessThan) return undefined;
  const text = textOf(head);
  if (text.includes(xmlNamespace) && xmlSpreadsheet.test(text)) return workbookType;
  return workbookName.test(name) && table.test(text) ? workbookType : undefined;
}

/** Returns the first byte that is not part of a byte order mark, whitespace or a zero. */
function firstMark(head: Uint8Array): number | undefined {
  return head.find((byte) => byte > 0x20 && ![0xef, 0xbb, 0xbf, 0xff, 0xfe].includes(byte));
}

/** Decodes markup as ASCII, dropping the zero bytes of UTF-16. */
function textOf(head: Uint8Array): string {
  return new TextDecoder("latin1").decode(head).replaceAll("\0", "");
}
