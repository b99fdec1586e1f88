import type { MediaType } from "@reader/core/handler";

const workbookType = "application/vnd.ms-excel";
const lessThan = 0x3c;

/** The namespace of XML Spreadsheet 2003, which says what a file is whatever its name. */
const xmlSpreadsheet = /<(?:[\w-]+:)?Workbook[\s>]/;
const xmlNamespace = "urn:schemas-microsoft-com:office:spreadsheet";

/** Programs of the web call their tables workbooks, because Excel opens them. */
const workbookName = /\.(?:xls|xlsx|xlsm|xlt)$/i;
const table = /<table[\s>]|urn:schemas-microsoft-com:office:excel/i;

/** Tells workbooks that are XML, and tables of the web with the name of a workbook, from other markup. */
export function sniffMarkupWorkbook(head: Uint8Array, name: string): MediaType | undefined {
  if (firstMark(head) !== lessThan) return undefined;
  const text = textOf(head);
  if (text.includes(xmlNamespace) && xmlSpreadsheet.test(text)) return workbookType;
  return workbookName.test(name) && table.test(text) ? workbookType : undefined;
}

/** The first byte that is neither a byte order mark nor half of a character nor white space. */
function firstMark(head: Uint8Array): number | undefined {
  return head.find((byte) => byte > 0x20 && ![0xef, 0xbb, 0xbf, 0xff, 0xfe].includes(byte));
}

/** Markup is ASCII; in UTF-16, with zeros between. */
function textOf(head: Uint8Array): string {
  return new TextDecoder("latin1").decode(head).replaceAll("\0", "");
}
