import { zipOf, type Parts } from "../support/zip-of.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A sheet of a made workbook. */
export interface MadeSheet {
  readonly name?: string;
  /** What stands in `sheetData`. */
  readonly rows?: string;
  /** What stands before and behind `sheetData`. */
  readonly before?: string;
  readonly behind?: string;
  /** The whole part, instead of all these. */
  readonly part?: string | Uint8Array;
  readonly state?: string;
  /** The last segment of its relationship. */
  readonly type?: string;
  /** What it leads to: elements of a part of relationships. */
  readonly relationships?: string;
}

/** A made workbook. */
export interface MadeBook {
  readonly sheets: readonly MadeSheet[];
  /** Elements `si`. */
  readonly strings?: string;
  /** The whole part of strings, instead. */
  readonly stringsPart?: string;
  /** Codes of number formats; the style of a cell is the place of one here, from 1. */
  readonly formats?: readonly string[];
  /** Attributes of `workbookPr`. */
  readonly properties?: string;
  readonly definedNames?: string;
  readonly relationships?: string;
  readonly others?: Parts;
}

/** The bytes of a workbook. */
export function workbook(book: MadeBook, method: "stored" | "deflated" = "stored"): Uint8Array {
  return zipOf(partsOf(book), method);
}

/** A row of cells, each as `<c …>…</c>`. */
export function row(number: number, ...cells: readonly string[]): string {
  return `<row r="${number}">${cells.join("")}</row>`;
}

/** A relationship to a part, as it stands in the part of relationships. */
export function relationship(id: string, type: string, target: string): string {
  const mode = target.includes(":") ? ' TargetMode="External"' : "";
  return `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${mode}/>`;
}

function partsOf({
  sheets,
  strings,
  stringsPart,
  formats,
  properties,
  definedNames,
  relationships,
  others,
}: MadeBook): Parts {
  const parts: Record<string, string | Uint8Array> = {
    "[Content_Types].xml": contentTypes(sheets, others ?? {}),
    "_rels/.rels": relationshipsPart(relationship("rId1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr ${properties ?? ""}/><sheets>${sheets.map(sheetElement).join("")}</sheets>${definedNames === undefined ? "" : `<definedNames>${definedNames}</definedNames>`}</workbook>`,
    "xl/_rels/workbook.xml.rels": relationshipsPart(
      `${sheets.map((sheet, at) => relationship(`s${at}`, sheet.type ?? "worksheet", `sheets/sheet${at}.xml`)).join("")}${relationship("x1", "styles", "styles.xml")}${relationship("x2", "sharedStrings", "strings.xml")}${relationships ?? ""}`,
    ),
    "xl/styles.xml": stylesPart(formats ?? []),
    ...others,
  };
  if (strings !== undefined) parts["xl/strings.xml"] = `${declaration}<sst xmlns="${main}">${strings}</sst>`;
  if (stringsPart !== undefined) parts["xl/strings.xml"] = stringsPart;
  for (const [at, sheet] of sheets.entries()) {
    const { rows = "", before = "", behind = "" } = sheet;
    const whole = `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}">${before}<sheetData>${rows}</sheetData>${behind}</worksheet>`;
    parts[`xl/sheets/sheet${at}.xml`] = sheet.part ?? whole;
    if (sheet.relationships !== undefined) {
      parts[`xl/sheets/_rels/sheet${at}.xml.rels`] = relationshipsPart(sheet.relationships);
    }
  }
  return parts;
}

/** What programs demand, and readers of files as they come do not. */
function contentTypes(sheets: readonly MadeSheet[], others: Parts): string {
  const types: Record<string, string> = {
    "xl/workbook.xml": "spreadsheetml.sheet.main",
    "xl/styles.xml": "spreadsheetml.styles",
    "xl/strings.xml": "spreadsheetml.sharedStrings",
  };
  for (const at of sheets.keys()) types[`xl/sheets/sheet${at}.xml`] = "spreadsheetml.worksheet";
  for (const name of Object.keys(others)) {
    const type = /(table|comments|drawing|chart)\d+\.xml$/.exec(name)?.[1];
    if (type === "table" || type === "comments") types[name] = `spreadsheetml.${type}`;
    else if (type !== undefined) types[name] = type === "chart" ? "drawingml.chart" : "drawing";
  }
  const overrides = Object.entries(types).map(
    ([name, type]) =>
      `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  );
  return `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`;
}

function sheetElement({ name, state }: MadeSheet, at: number): string {
  const shown = state === undefined ? "" : ` state="${state}"`;
  return `<sheet name="${name ?? `Sheet${at + 1}`}" sheetId="${at + 1}"${shown} r:id="s${at}"/>`;
}

/** A part of relationships. */
export function relationshipsPart(elements: string): string {
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${elements}</Relationships>`;
}

function stylesPart(formats: readonly string[]): string {
  const escaped = formats.map((code) =>
    code.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;"),
  );
  const codes = escaped.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join("");
  const styles = formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join("");
  return `${declaration}<styleSheet xmlns="${main}"><numFmts>${codes}</numFmts><cellXfs><xf numFmtId="0"/>${styles}</cellXfs></styleSheet>`;
}
