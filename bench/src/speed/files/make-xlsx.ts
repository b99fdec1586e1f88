import { crc32, deflateRawSync } from "node:zlib";

/** Rows of ten cells, as a program exports orders: names, numbers, days, shares, amounts. */
export interface WorkbookShape {
  readonly rows: number;
  /** Different words among the shared strings. */
  readonly words: number;
}

const columns = "ABCDEFGHIJ";

/** A workbook of one sheet, `Orders`, with a header; the same for the same shape. */
export function makeXlsx(shape: WorkbookShape): Uint8Array {
  const parts: readonly (readonly [string, () => string])[] = [
    ["[Content_Types].xml", () => contentTypes],
    ["_rels/.rels", () => packageRelationships],
    ["xl/workbook.xml", () => workbook],
    ["xl/_rels/workbook.xml.rels", () => workbookRelationships],
    ["xl/styles.xml", () => styles],
    ["xl/worksheets/sheet1.xml", () => sheetOf(shape)],
    ["xl/sharedStrings.xml", () => stringsOf(shape)],
  ];
  return zipOf(parts.map(([name, make]) => ({ name, bytes: Buffer.from(make()) })));
}

/** A number that looks like chance and is the same everywhere. */
function mixed(row: number, salt: number): number {
  let seed = Math.imul(row + 1, 2_654_435_761) ^ Math.imul(salt + 1, 2_246_822_519);
  seed = Math.imul(seed ^ (seed >>> 15), 2_246_822_519);
  return (seed ^ (seed >>> 13)) >>> 0;
}

const sheetStart =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><dimension ref="A1:J';
const sheetViews =
  '<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>';

function sheetOf({ rows, words }: WorkbookShape): string {
  const pieces = [`${sheetStart}${rows}"/>${sheetViews}<sheetData>`, rowOf(1, headerCells)];
  for (let row = 2; row <= rows; row += 1) pieces.push(rowOf(row, (column) => bodyCell(row, column, words)));
  return `${pieces.join("")}</sheetData><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`;
}

function rowOf(row: number, cellOf: (column: number) => string): string {
  let cells = "";
  for (let column = 0; column < columns.length; column += 1)
    cells += cellOf(column).replace("@", `${columns[column]}${row}`);
  return `<row r="${row}" spans="1:10">${cells}</row>`;
}

function headerCells(column: number): string {
  return `<c r="@" t="s"><v>${column}</v></c>`;
}

/** The first ten strings are those of the header. */
function bodyCell(row: number, column: number, words: number): string {
  const chance = mixed(row, column);
  switch (column) {
    case 0:
      return `<c r="@"><v>${row - 1}</v></c>`;
    case 1:
      // As programs write them: in the order in which words come first, later ones come again.
      return `<c r="@" t="s"><v>${10 + (row <= words ? row - 2 : chance % words)}</v></c>`;
    case 2:
    case 3:
      return `<c r="@" t="s"><v>${10 + (chance % Math.min(words, row))}</v></c>`;
    case 4:
      return `<c r="@" s="1"><v>${43_000 + (chance % 3000)}</v></c>`;
    case 5:
      return `<c r="@"><v>${chance % 1000}</v></c>`;
    case 6:
      return `<c r="@" s="2"><v>${(chance % 1_000_000) / 100}</v></c>`;
    case 7:
      return `<c r="@" s="3"><v>${(chance % 1000) / 1000}</v></c>`;
    case 8:
      return `<c r="@"><v>${(chance % 100_000_000) / 10_000}</v></c>`;
    default:
      return `<c r="@" t="b"><v>${chance % 2}</v></c>`;
  }
}

const header = ["Number", "Customer", "Product", "City", "Day", "Pieces", "Amount", "Discount", "Weight", "Paid"];
const syllables = ["ka", "lo", "mi", "nor", "ta", "ru", "sel", "vin", "or", "an", "der", "hul"];

function stringsOf({ words }: WorkbookShape): string {
  const strings = [...header];
  for (let index = 0; index < words; index += 1) strings.push(`${wordOf(index)} ${wordOf(index * 7)} ${index}`);
  const count = strings.length;
  const items = strings.map((text) => `<si><t>${text}</t></si>`).join("");
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="${count}" uniqueCount="${count}">${items}</sst>`;
}

function wordOf(index: number): string {
  const word = [0, 1, 2].map((place) => syllables[mixed(index, place) % syllables.length] ?? "").join("");
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

const main = "http://schemas.openxmlformats.org";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const contentTypes = `${declaration}<Types xmlns="${main}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`;
const packageRelationships = `${declaration}<Relationships xmlns="${main}/package/2006/relationships"><Relationship Id="rId1" Type="${main}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const workbook = `${declaration}<workbook xmlns="${main}/spreadsheetml/2006/main" xmlns:r="${main}/officeDocument/2006/relationships"><sheets><sheet name="Orders" sheetId="1" r:id="rId1"/></sheets></workbook>`;
const workbookRelationships = `${declaration}<Relationships xmlns="${main}/package/2006/relationships"><Relationship Id="rId1" Type="${main}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${main}/officeDocument/2006/relationships/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${main}/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>`;
const styles = `${declaration}<styleSheet xmlns="${main}/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" xfId="0" applyNumberFormat="1"/><xf numFmtId="10" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A ZIP file of deflated members, as every program packs its workbooks. */
function zipOf(parts: readonly Part[]): Uint8Array {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes } of parts) {
    const packed = deflateRawSync(bytes, { level: 6 });
    const facts = { name: Buffer.from(name), packed: packed.length, bytes: bytes.length, sum: crc32(bytes), at };
    const local = headerOf(facts, "local");
    pieces.push(local, packed);
    directory.push(headerOf(facts, "central"));
    at += local.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...pieces, central, end]);
}

interface MemberFacts {
  readonly name: Buffer;
  readonly packed: number;
  readonly bytes: number;
  readonly sum: number;
  readonly at: number;
}

/** APPNOTE.TXT 4.3.7 and 4.3.12: the header in the directory has some fields more. */
function headerOf({ name, packed, bytes, sum, at }: MemberFacts, kind: "local" | "central"): Buffer {
  const isCentral = kind === "central";
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt16LE(0x21, 8);
  common.writeUInt32LE(sum, 10);
  common.writeUInt32LE(packed, 14);
  common.writeUInt32LE(bytes, 18);
  common.writeUInt16LE(name.length, 22);
  const signature = Buffer.alloc(isCentral ? 6 : 4);
  signature.writeUInt32LE(isCentral ? 0x02_01_4b_50 : 0x04_03_4b_50, 0);
  if (isCentral) signature.writeUInt16LE(20, 4);
  const rest = Buffer.alloc(isCentral ? 14 : 0);
  if (isCentral) rest.writeUInt32LE(at, 10);
  return Buffer.concat([signature, common, rest, name]);
}
