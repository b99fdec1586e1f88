import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";

/** A shape and the shape of a master from which it inherits what it does not set ([MS-VSDX], 2.2.5.4.1). */
export interface Sheet {
  readonly element: XmlElement;
  readonly master: XmlElement | undefined;
}

/** Returns the value of a cell, own or inherited; `undefined` if neither sets it. */
export function cellOf({ element, master }: Sheet, name: string): string | undefined {
  return ownCell(element, name) ?? (master === undefined ? undefined : ownCell(master, name));
}

/** Returns the value of a cell as a number; `undefined` if it is missing or not a number. */
export function numberOf(sheet: Sheet, name: string): number | undefined {
  const value = Number.parseFloat(cellOf(sheet, name) ?? "");
  return Number.isFinite(value) ? value : undefined;
}

/** Returns the value of a cell that the element itself sets. */
export function ownCell(element: XmlElement, name: string): string | undefined {
  return childrenOf(element, "Cell").find(({ attributes }) => attributes["N"] === name)?.attributes["V"];
}

/** A row of a section: the values of its cells by name. */
export type SheetRow = ReadonlyMap<string, string>;

/** Returns the rows of a section by name or index: those of the master, changed by those of the shape. */
export function rowsOf({ element, master }: Sheet, section: string): ReadonlyMap<string, SheetRow> {
  const rows = new Map<string, SheetRow>();
  for (const source of [master, element]) {
    const found = childrenOf(source, "Section").filter(({ attributes }) => attributes["N"] === section);
    for (const row of found.flatMap((each) => childrenOf(each, "Row"))) {
      const key = row.attributes["N"] ?? row.attributes["IX"] ?? "";
      if (row.attributes["Del"] === "1") rows.delete(key);
      else rows.set(key, new Map([...(rows.get(key) ?? []), ...cellsIn(row)]));
    }
  }
  return rows;
}

function cellsIn(row: XmlElement): readonly (readonly [string, string])[] {
  return childrenOf(row, "Cell").flatMap(({ attributes: { N: name, V: value, F: formula } }) =>
    name === undefined || value === undefined || formula === unset ? [] : [[name, value] as const],
  );
}

/** The formula of a cell that was never filled in. Its value is 0 all the same. */
const unset = "No Formula";

/** Returns the text of a shape, own or inherited, in lines. An inherited text shows the fields of the shape. */
export function textOf(sheet: Sheet): string {
  const own = childOf(sheet.element, "Text");
  const text = own ?? childOf(sheet.master, "Text");
  if (text === undefined || cellOf(sheet, "HideText") === "1") return "";
  const fields = own === undefined ? rowsOf(sheet, "Field") : noFields;
  const words = text.children.map((node) => (typeof node === "string" ? node : fieldText(node, fields))).join("");
  return words
    .replaceAll(/\r\n?|[\u2028\v]/g, "\n")
    .replaceAll(/[^\S\n]+/gu, " ")
    .replaceAll(/ ?\n[ \n]*/g, "\n")
    .trim();
}

const noFields: ReadonlyMap<string, SheetRow> = new Map();

/** Returns the text of a field. The other elements in a text mark where a format starts. */
function fieldText(node: XmlElement, fields: ReadonlyMap<string, SheetRow>): string {
  if (node.name !== "fld") return "";
  return fields.get(node.attributes["IX"] ?? "")?.get("Value") ?? textIn(node);
}
