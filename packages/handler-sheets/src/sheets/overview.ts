import { notice, type HandlerEvent, quoted } from "@reader/core/handler";
import { rangeAddress, cellText } from "@reader/document/tables";
import { macroNotice } from "@reader/office-kit/vba";
import type { NamedRange, Sheet, Workbook } from "./workbook.ts";

/** Maximum number of sheets and names listed. */
const maxSheets = 200;
const maxNames = 50;

/** Maximum number of characters shown of a property or a definition of a name. */
const maxValueCharacters = 300;

/** Describes a workbook before its sheets: properties, sheets, tables and names. */
export async function overviewOf(workbook: Workbook): Promise<string> {
  const names = (await workbook.names()).filter(({ isHidden }) => isHidden !== true);
  const lines = Object.entries(workbook.properties).map(
    ([name, value]) => `${name}: ${shortened(value)}
`,
  );
  const facts = lines.join("");
  const contents = [
    sheetList(workbook.sheets),
    nameList(
      "Tables",
      names.filter(({ kind }) => kind === "table"),
    ),
    nameList(
      "Names",
      names.filter(({ kind }) => kind === "name"),
    ),
  ].join("");
  return `${facts}${facts === "" ? "" : "\n"}${contents}${contents === "" ? "" : "\n"}`;
}

/** Returns the notices about the whole workbook. */
export function workbookNotices(workbook: Workbook): readonly HandlerEvent[] {
  const { hasMacros, modules = [], sheets, embedded = [], remarks = [] } = workbook;
  const events: HandlerEvent[] = [];
  if (sheets.length === 0) events.push(notice("The workbook has no sheets."));
  if (hasMacros) events.push(macroNotice("The workbook has", modules));
  if (embedded.length > 0) events.push(notice(embeddedWords(embedded.map(({ name }) => name))));
  for (const remark of remarks) events.push(notice(remark));
  return events;
}

/** Maximum number of embedded files listed. */
const maxEmbedded = 10;

function embeddedWords(names: readonly string[]): string {
  const listed = names.slice(0, maxEmbedded).map((name) => quoted(name));
  const more = names.length > maxEmbedded ? ` and ${names.length - maxEmbedded} more` : "";
  const files = names.length === 1 ? "an embedded file" : "embedded files";
  return `The workbook has ${files}, to be read with \`select\`: ${listed.join(", ")}${more}.`;
}

/** Lists the sheets. A single sheet is described at its own place. */
function sheetList(sheets: readonly Sheet[]): string {
  if (sheets.length < 2) return "";
  const lines = sheets.slice(0, maxSheets).map((sheet) => `- ${sheetLabel(sheet)}\n`);
  const more = sheets.length > maxSheets ? `- and ${sheets.length - maxSheets} more\n` : "";
  return `${sheets.length} sheets:\n${lines.join("")}${more}`;
}

/** `"Q3" A1:F120 · hidden`. */
export function sheetLabel(sheet: Pick<Sheet, "name" | "dimension" | "state" | "kind">, range?: string): string {
  const { name, dimension, state, kind } = sheet;
  const cells = range ?? (dimension === undefined ? "" : rangeAddress(dimension));
  const marks = [kind === "cells" ? "" : `${kind} sheet`, state === "visible" ? "" : state.replace("-", " ")];
  const marked = marks.filter((mark) => mark !== "").map((mark) => ` · ${mark}`);
  return `${quoted(name, maxValueCharacters)}${cells === "" ? "" : ` ${cells}`}${marked.join("")}`;
}

function nameList(title: string, names: readonly NamedRange[]): string {
  if (names.length === 0) return "";
  const listed = names.slice(0, maxNames).map(nameWords);
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  return `${title}: ${listed.join(", ")}${more}\n`;
}

/** Formats a name with its definition. Programs can leave names behind that have none. */
function nameWords({ name, refersTo }: NamedRange): string {
  return refersTo === "" ? cellText(name) : `${cellText(name)} = ${shortened(refersTo)}`;
}

function shortened(value: string): string {
  const line = value.replace(/\s+/gu, " ").trim();
  return line.length <= maxValueCharacters ? line : `${line.slice(0, maxValueCharacters)}…`;
}
