import type { Canary, MediaType } from "@reader/core/handler";
import { canaryText, openDocumentCanary, openXmlCanary } from "@reader/office-kit/canary";

/** The cell of the XLS workbook. */
const amount = 4711;

type HandlerName = "xlsx" | "ods" | "xls" | "dbf";

interface Sample {
  readonly mediaType: MediaType;
  readonly bytes: () => Uint8Array;
  readonly text: string;
}

/** Valid workbooks by handler name. XLSB and encrypted packages are missing. */
const workbooks: Readonly<Record<HandlerName, Sample>> = {
  xlsx: {
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    bytes: xlsxBytes,
    text: canaryText,
  },
  ods: { mediaType: "application/vnd.oasis.opendocument.spreadsheet", bytes: odsBytes, text: canaryText },
  xls: { mediaType: "application/vnd.ms-excel", bytes: xlsBytes, text: String(amount) },
  dbf: { mediaType: "application/x-dbf", bytes: dbfBytes, text: canaryText },
};

/** Returns the canary of a handler of this package. */
export function canaryOf(handlerName: HandlerName): Canary {
  const { bytes, ...facts } = workbooks[handlerName];
  return { name: `canary.${handlerName}`, bytes: new Uint8Array(bytes()), ...facts };
}

function xlsxBytes(): Uint8Array {
  const namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const book = `<workbook xmlns="${namespace}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet" sheetId="1" r:id="r1"/></sheets></workbook>`;
  const cell = `<c r="A1" t="inlineStr"><is><t>${canaryText}</t></is></c>`;
  const sheet = `<worksheet xmlns="${namespace}"><sheetData><row r="1">${cell}</row></sheetData></worksheet>`;
  return openXmlCanary(
    ["xl/workbook.xml", "spreadsheetml.sheet.main", book],
    ["xl/worksheets/sheet1.xml", "spreadsheetml.worksheet", "worksheet", sheet],
  );
}

function odsBytes(): Uint8Array {
  const row = `<table:table-row><table:table-cell><text:p>${canaryText}</text:p></table:table-cell></table:table-row>`;
  return openDocumentCanary("spreadsheet", `<table:table table:name="Sheet">${row}</table:table>`);
}

/** A table of dBASE III with one field and one record. */
function dbfBytes(): Uint8Array {
  const bytes = Buffer.alloc(32 + 32 + 1 + 1 + canaryText.length + 1, 0);
  bytes.set([0x03, 124, 1, 31, 1], 0);
  bytes.writeUInt16LE(65, 8);
  bytes.writeUInt16LE(1 + canaryText.length, 10);
  bytes.write("NAME\0\0\0\0\0\0\0C", 32, "latin1");
  bytes[48] = canaryText.length;
  bytes[64] = 0x0d;
  bytes.write(` ${canaryText}\x1a`, 65, "latin1");
  return bytes;
}

/** An Excel 97 workbook without a compound file: one sheet with a number in A1 ([MS-XLS] 2.3). */
function xlsBytes(): Uint8Array {
  const name = Buffer.from("Sheet");
  const sheet = Buffer.alloc(8);
  sheet.writeUInt8(name.length, 6);
  const beginning = (kind: number): Uint8Array => Buffer.from([0, 6, kind, ...Array.from({ length: 13 }, () => 0)]);
  const book = [recordOf(0x0809, beginning(0x05)), recordOf(0x0085, Buffer.concat([sheet, name])), recordOf(0x0a)];
  const cell = Buffer.alloc(14);
  cell.writeDoubleLE(amount, 6);
  const bytes = Buffer.concat([...book, recordOf(0x0809, beginning(0x10)), recordOf(0x0203, cell), recordOf(0x0a)]);
  // The offset of the sheet, in the second record of the workbook.
  bytes.writeUInt32LE(Buffer.concat(book).length, recordOf(0x0809, beginning(0x05)).length + 4);
  return bytes;
}

function recordOf(type: number, data: Uint8Array = new Uint8Array()): Uint8Array {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}
