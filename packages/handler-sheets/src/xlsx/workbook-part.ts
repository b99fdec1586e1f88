import { parseRange } from "@reader/document/tables";
import type { Relationship, OfficePackage } from "@reader/office-kit/package";
import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";
import type { HandlerContext } from "@reader/core/handler";
import type { NamedRange, Sheet } from "../sheets/workbook.ts";
import type { CellStyles } from "./cell-styles.ts";
import type { SharedStrings } from "./shared-strings.ts";
import type { SheetMemory } from "./sheet-windows.ts";

/** A sheet as the workbook lists it. */
export interface SheetEntry {
  readonly name: string;
  readonly state: Sheet["state"];
  readonly kind: Sheet["kind"];
  /** Its part; `undefined` if the relationship has no target. */
  readonly part: string | undefined;
}

/** The content of the workbook part. */
export interface WorkbookPart {
  readonly isDate1904: boolean;
  /** True if programs are to calculate all formulas when they open the file. */
  readonly isCalculatedOnOpening: boolean;
  readonly sheets: readonly SheetEntry[];
  readonly names: readonly NamedRange[];
}

const kinds: Readonly<Record<string, Sheet["kind"]>> = {
  chartsheet: "chart",
  dialogsheet: "dialog",
  xlMacrosheet: "macro",
  xlIntlMacrosheet: "macro",
};

/** Maximum number of defined names; real workbooks have a few thousand. */
const maxNames = 10_000;

/** Reads the tree of the workbook part (ISO/IEC 29500-1, 18.2). */
export function workbookPart(
  root: XmlElement | undefined,
  relationships: ReadonlyMap<string, Relationship>,
): WorkbookPart {
  const sheets = childrenOf(childOf(root, "sheets"), "sheet").map((sheet) => sheetEntry(sheet, relationships));
  return {
    isDate1904: isOn(childOf(root, "workbookPr")?.attributes["date1904"]),
    isCalculatedOnOpening: isOn(childOf(root, "calcPr")?.attributes["fullCalcOnLoad"]),
    sheets,
    names: childrenOf(childOf(root, "definedNames"), "definedName")
      .slice(0, maxNames)
      .map((element) => definedName(element, sheets)),
  };
}

function isOn(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

function sheetEntry({ attributes }: XmlElement, relationships: ReadonlyMap<string, Relationship>): SheetEntry {
  const relationship = relationships.get(attributes["r:id"] ?? "");
  const isInside = relationship !== undefined && !relationship.isExternal;
  return {
    name: attributes["name"] ?? "",
    state: stateOf(attributes["state"]),
    kind: kinds[relationship?.type ?? ""] ?? "cells",
    part: isInside ? relationship.target : undefined,
  };
}

function stateOf(state: string | undefined): Sheet["state"] {
  if (state === "hidden") return "hidden";
  return state === "veryHidden" ? "very-hidden" : "visible";
}

function definedName(element: XmlElement, sheets: readonly SheetEntry[]): NamedRange {
  const { name = "", hidden } = element.attributes;
  const refersTo = textIn(element).trim();
  return {
    name: name.replace(/^_xlnm\./, ""),
    kind: "name",
    refersTo,
    ...placeOf(refersTo, sheets),
    ...(isOn(hidden) ? { isHidden: true } : {}),
  };
}

const reference = /^(?:'((?:[^']|'')+)'|([^'!]+))!([^!]+)$/;

/** Parses `'My sheet'!$A$1:$B$2`. Returns an empty object if it is not a single range of one sheet. */
function placeOf(refersTo: string, sheets: readonly SheetEntry[]): Pick<NamedRange, "sheet" | "range"> {
  const [, quoted, plain, cells = ""] = reference.exec(refersTo) ?? [];
  const name = (quoted?.replaceAll("''", "'") ?? plain ?? "").toLowerCase();
  const sheet = sheets.findIndex((entry) => entry.name.toLowerCase() === name);
  const range = parseRange(cells);
  return sheet < 0 || range === undefined ? {} : { sheet, range };
}

/** The context that all sheets of a workbook share. */
export interface WorkbookContext {
  readonly office: OfficePackage;
  /** Selectors of embedded files, by part name. */
  readonly fileNames: ReadonlyMap<string, string>;
  readonly path: string;
  readonly context: HandlerContext;
  readonly styles: CellStyles;
  readonly strings: SharedStrings;
  /** Names of comment authors by identifier. */
  readonly persons: ReadonlyMap<string, string>;
  readonly memory: SheetMemory;
  /** Identifies this file among all files. */
  readonly key: string;
  /** The remaining cache size for small sheets, so that they are unpacked once. */
  readonly room: { bytes: number };
}
