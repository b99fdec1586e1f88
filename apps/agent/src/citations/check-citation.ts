import type { Place, ReadOutcome, ReadRequest, TextSection } from "@reader/core";
import { escapeName } from "@reader/core/render";
import type { ToolAnswer } from "@reader/tool";
import { type Citation, type CitationMark, type CitedPlace, parseMarks } from "./citation.ts";
import { supportingText } from "./supporting-text.ts";

/** Returns the citations of an answer, each checked against everything that the conversation showed. */
export function checkCitations(answer: string, shownFiles: readonly ShownFile[]): readonly Citation[] {
  const pathOf = pathFinder(shownFiles);
  const marks = parseMarks(answer, (path) => pathOf(path) !== undefined);
  return marks.map((mark) => checkMark(mark, pathOf(mark.path), shownFiles));
}

function checkMark(mark: CitationMark, known: string | undefined, shownFiles: readonly ShownFile[]): Citation {
  const path = known ?? mark.path;
  const own = shownFiles.filter((shownFile) => shownFile.path === path && hasShown(shownFile));
  if (own.length === 0) {
    return { ...mark, verdict: "not-read", reason: "The file was not read.", request: requestFor(mark.place, path) };
  }
  const views = byScope(own).map((view) => judge(mark.place, view, mark.claim));
  const best = views.find(({ reason }) => reason === undefined) ?? views.at(nearestView(mark.place, own));
  const { reason, excerpt, request = {} } = best ?? {};
  return {
    ...mark,
    verdict: reason === undefined ? "read" : "not-read",
    ...(reason === undefined ? {} : { reason }),
    ...(excerpt === undefined ? {} : { excerpt: shortened(excerpt) }),
    request: { ...requestFor(mark.place, path), ...request },
  };
}

/** The index of the view with the most useful reason if none shows the place: for an entry, the one that selected it. */
function nearestView(place: CitedPlace, own: readonly ShownFile[]): number {
  if (place.kind !== "entry") return 0;
  return Math.max(
    0,
    byScope(own).findIndex(({ scope }) => scope.select === place.name),
  );
}

function hasShown({ sections, images, documents }: ShownFile): boolean {
  return sections.length + images.length + documents.length > 0;
}

/** The result of checking a place against what was read with one scope. */
interface Judgement {
  /** Why it was not read. Absent if it was read. */
  readonly reason?: string;
  readonly excerpt?: string;
  /** Fields that a request needs to find the place again. */
  readonly request?: Partial<ReadRequest>;
}

/** Joins shown files with the same scope. Line numbers are comparable only within the same part and view of a document. */
function byScope(shownFiles: readonly ShownFile[]): readonly ShownFile[] {
  const views = new Map<string, ShownFile>();
  for (const shownFile of shownFiles) {
    const { pages, select, view, encoding } = shownFile.scope;
    const key = JSON.stringify([pages, select, view, encoding]);
    const before = views.get(key);
    views.set(key, before === undefined ? shownFile : merged(before, shownFile));
  }
  return [...views.values()];
}

function merged(left: ShownFile, right: ShownFile): ShownFile {
  return {
    ...left,
    sections: [...left.sections, ...right.sections],
    images: [...left.images, ...right.images],
    documents: [...left.documents, ...right.documents],
  };
}

function judge(place: CitedPlace, view: ShownFile, claim: string): Judgement {
  switch (place.kind) {
    case "file":
      return excerptOf(textOf(view.sections), claim);
    case "lines":
      return judgeLines(place, view, claim);
    case "units":
      return judgeUnits(place, view, claim);
    case "cells": {
      const { isShown, value } = findCells(view.sections, place.sheet, place.range);
      return isShown ? excerptOf(value) : { reason: `${place.sheet}!${place.range} was not shown.` };
    }
    case "entry":
      return judgeEntry(place, view, claim);
  }
}

function textOf(sections: readonly TextSection[]): string | undefined {
  return sections.length === 0 ? undefined : sections.map(({ text }) => text).join("\n");
}

/** A selected entry is the whole answer. In an answer about the whole archive, each entry is a section. */
function judgeEntry(
  { name, inside }: Extract<CitedPlace, { kind: "entry" }>,
  view: ShownFile,
  claim: string,
): Judgement {
  const isSelected = view.scope.select === name;
  if (inside !== undefined && isSelected) return judge(inside, view, claim);
  const section = view.sections.find(({ at }) => at?.unit === "entry" && at.label === name);
  const shown = section ?? (isSelected ? view.sections[0] : undefined);
  if (inside !== undefined || (shown === undefined && !isSelected)) {
    return { reason: `The entry ${name} was not shown.` };
  }
  return excerptOf(shown?.text, claim);
}

function judgeLines(
  { first, last }: Extract<CitedPlace, { kind: "lines" }>,
  { sections, scope }: ShownFile,
  claim: string,
): Judgement {
  if (last < first || first === 0) return { reason: "There is no such range of lines." };
  const missing = firstMissing(sections, first, last);
  if (missing !== undefined) return { reason: `Line ${missing} was not shown.` };
  return { ...excerptOf(linesBetween(sections, first, last), claim), request: scope };
}

function judgeUnits(place: Extract<CitedPlace, { kind: "units" }>, view: ShownFile, claim: string): Judgement {
  const { unit, first, last } = place;
  if (last < first || first < 1) return { reason: `There is no such ${unit}.` };
  const shown = new Set([...view.sections.map(({ at }) => at), ...view.images].flatMap((at) => indexIn(unit, at)));
  const pages = unit === "page" ? Math.max(0, ...view.documents.map((count) => count ?? Infinity)) : 0;
  let index = Math.max(first, pages + 1);
  while (shown.has(index)) index += 1;
  if (index <= last) return { reason: `${unit[0]?.toUpperCase()}${unit.slice(1)} ${index} was not shown.` };
  const own = view.sections.filter(({ at }) => at?.unit === unit && first <= at.index && at.index <= last);
  const section = own.find(({ at }) => at?.index === first);
  return { ...excerptOf(textOf(own), claim), ...flowingRequest(unit, section, view) };
}

function indexIn(unit: Place["unit"], at: Place | undefined): readonly number[] {
  return at?.unit === unit ? [at.index] : [];
}

/** Chapters and sections cannot be requested by number, so their line is used. */
function flowingRequest(unit: Place["unit"], section: TextSection | undefined, { scope }: ShownFile): Judgement {
  if ((unit !== "chapter" && unit !== "section") || section === undefined) return {};
  return { request: { ...scope, offset: section.firstLine, limit: section.lineCount } };
}

/** The part of a text that supports a statement. If nothing in it does, its first line. */
function excerptOf(text: string | undefined, claim = ""): Judgement {
  const supporting = text === undefined ? undefined : supportingText(text, claim);
  if (supporting !== undefined) return { excerpt: supporting };
  // The first line of a fenced block has no content.
  const line = text?.split("\n").find((each) => each.trim() !== "" && !each.startsWith("```"));
  return line === undefined ? {} : { excerpt: line.trim() };
}

/** Returns the request that reads a cited place. */
function requestFor(place: CitedPlace, path: string): ReadRequest {
  switch (place.kind) {
    case "file":
      return { path };
    case "lines":
      return { path, offset: place.first, limit: Math.max(1, place.last - place.first + 1) };
    case "units":
      if (place.unit === "chapter" || place.unit === "section") return { path };
      return { path, pages: place.first === place.last ? `${place.first}` : `${place.first}-${place.last}` };
    case "cells": {
      const sheet = /^[\p{L}_][\p{L}\d_]*$/u.test(place.sheet) ? place.sheet : `'${place.sheet.replaceAll("'", "''")}'`;
      return { path, select: `${sheet}!${place.range}` };
    }
    case "entry":
      return entryRequest(place, path);
  }
}

function entryRequest({ name, inside }: Extract<CitedPlace, { kind: "entry" }>, path: string): ReadRequest {
  return { ...(inside === undefined ? {} : requestFor(inside, path)), path, select: name };
}

/** Maximum length of an excerpt, in characters: a long sentence. */
const maxExcerptCharacters = 300;

/** Shortens a text to the length of an excerpt. */
function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= maxExcerptCharacters
    ? text
    : `${characters.slice(0, maxExcerptCharacters - 1).join("")}…`;
}

/**
 * Returns a function that finds a file that was read by the path in a citation: the path as requested or as shown, without
 * `./` and in any Unicode form, or else the only path with this ending, because models often omit folders. A path with a
 * different folder is a different file.
 */
function pathFinder(shownFiles: readonly Pick<ShownFile, "path" | "asked">[]): (written: string) => string | undefined {
  const known = new Map<string, string>();
  for (const { path, asked = path } of shownFiles) {
    for (const name of [asked, escapeName(path)]) known.set(normal(name), path);
  }
  // Last, so that exact paths take precedence over other names.
  for (const { path } of shownFiles) known.set(normal(path), path);
  return (written) => {
    const wanted = normal(written);
    const same = known.get(wanted);
    if (same !== undefined || wanted === "") return same;
    const endings = new Set([...known].filter(([name]) => name.endsWith(`/${wanted}`)).map(([, path]) => path));
    return endings.size === 1 ? [...endings][0] : undefined;
  };
}

function normal(path: string): string {
  return path.normalize("NFC").replace(/^(?:\.\/)+/, "");
}

/** Whether a range of cells was shown completely, and the value of its first cell. */
interface ShownCells {
  readonly isShown: boolean;
  readonly value?: string;
}

interface Corner {
  readonly column: number;
  readonly row: number;
}

/**
 * Finds cells in the text of a sheet. The reader writes it as a table with row numbers in the first column and column
 * letters in the first line, or as lines such as `C7: FALSE`.
 */
function findCells(sections: readonly TextSection[], sheet: string, range: string): ShownCells {
  const own = sections.filter(
    ({ at }) => at?.unit === "sheet" && sheetName(at.label).toLowerCase() === sheet.toLowerCase(),
  );
  const [first, last] = cornersOf(range);
  if (own.length === 0 || first === undefined || last === undefined) return { isShown: false };
  const columns = columnsOf(own);
  const start = rowLine(own, first.row);
  const end = rowLine(own, last.row);
  if (start === undefined || end === undefined) return singleCell(own, range);
  const isShown =
    firstMissing(own, Math.min(start.number, end.number), Math.max(start.number, end.number)) === undefined &&
    columns.includes(first.column) &&
    columns.includes(last.column);
  const value = splitRow(start.text)[columns.indexOf(first.column) + 1];
  return { isShown, ...(isShown && value !== undefined ? { value } : {}) };
}

/** `Q3` of the label `"Q3" A1:F120 · hidden`. */
function sheetName(label = ""): string {
  return /^"(.*)"(?: .*)?$/.exec(label)?.[1] ?? label;
}

function cornersOf(range: string): readonly (Corner | undefined)[] {
  const [first = "", last = first] = range.split(":");
  return [cornerOf(first), cornerOf(last)];
}

function cornerOf(cell: string): Corner | undefined {
  const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(cell) ?? [];
  return letters === undefined ? undefined : { column: columnNumber(letters), row: Number(digits) };
}

function columnNumber(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** The columns of the table, from its header if that was shown, otherwise from the label of the place. */
function columnsOf(sections: readonly TextSection[]): readonly number[] {
  for (const { text } of linesOf(sections)) {
    if (/^\| *\|(?:[A-Z]{1,3}\b[^|]*\|)+$/.test(text)) {
      return splitRow(text)
        .slice(1)
        .map((name) => columnNumber(/^[A-Z]*/.exec(name)?.[0] ?? ""));
    }
  }
  const label = sections[0]?.at?.label ?? "";
  const [, from = "", to = from] = /"(?: ([A-Z]{1,3})\d+(?::([A-Z]{1,3})\d+)?)/.exec(label) ?? [];
  const [first, last] = [columnNumber(from), columnNumber(to)];
  return first === 0 ? [] : Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function rowLine(sections: readonly TextSection[], row: number): ShownLine | undefined {
  const start = new RegExp(`^\\| *${row}(?: [^|]*)?\\|`);
  return [...linesOf(sections)].find(({ text }) => start.test(text));
}

function singleCell(sections: readonly TextSection[], cell: string): ShownCells {
  const line = [...linesOf(sections)].find(({ text }) => text.startsWith(`${cell}: `));
  return line === undefined ? { isShown: false } : { isShown: true, value: line.text.slice(cell.length + 2) };
}

/** The cells of a row, starting with the row number. Bars inside cells are escaped. */
function splitRow(line: string): readonly string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, "|"));
}

/** A line that was shown, with its number. */
interface ShownLine {
  readonly number: number;
  readonly text: string;
}

/** All lines of these sections. */
function* linesOf(sections: readonly TextSection[]): Generator<ShownLine, void, undefined> {
  for (const { text, firstLine } of sections) {
    let number = firstLine;
    for (const line of text.split("\n")) yield { number: number++, text: line };
  }
}

/** Returns the first line of the range that no section contains, or `undefined` if all were shown. */
function firstMissing(sections: readonly TextSection[], first: number, last: number): number | undefined {
  const ordered = [...sections].sort((left, right) => left.firstLine - right.firstLine);
  let wanted = first;
  for (const { firstLine, lineCount } of ordered) {
    if (firstLine > wanted) break;
    wanted = Math.max(wanted, firstLine + lineCount);
  }
  return wanted > last ? undefined : wanted;
}

/** The text of a range of lines, as far as it was shown. */
function linesBetween(sections: readonly TextSection[], first: number, last: number): string | undefined {
  const shown = [...linesOf(sections)].filter(({ number }) => first <= number && number <= last);
  const byNumber = new Map(shown.map(({ number, text }) => [number, text]));
  return byNumber.size === 0
    ? undefined
    : [...byNumber.keys()]
        .sort((one, other) => one - other)
        .map((number) => byNumber.get(number))
        .join("\n");
}

/** The fields of a request that define the numbering of lines. */
type Scope = Pick<ReadRequest, "pages" | "select" | "view" | "encoding">;

/** What an answer showed of a file. */
export interface ShownFile {
  /** Relative to its root. */
  readonly path: string;
  /** The path in the request of the model, if it wrote one. */
  readonly asked?: string;
  readonly scope: Scope;
  readonly sections: readonly TextSection[];
  /** The places of the images that were shown. Undefined for an image without a place, such as the file itself. */
  readonly images: readonly (Place | undefined)[];
  /** The page counts of documents that were sent whole. Undefined if unknown. */
  readonly documents: readonly (number | undefined)[];
}

/** Returns what a read showed. Images and documents that did not fit into the answer are not included. */
export function shownByRead(request: unknown, outcome: ReadOutcome, answer: ToolAnswer): ShownFile {
  const media = outcome.parts.filter((part) => part.type !== "text").slice(0, answer.media.length);
  return {
    path: outcome.path,
    ...askedOf(request),
    scope: scopeOf(request),
    sections: outcome.parts.filter((part) => part.type === "text"),
    images: media.flatMap((part) => (part.type === "image" ? [part.at] : [])),
    documents: media.flatMap((part) => (part.type === "document" ? [part.pages] : [])),
  };
}

/** Returns what a search showed: the lines around matches of the files that its answer names. */
export function shownByFind(outcomes: readonly ReadOutcome[], answer: ToolAnswer): readonly ShownFile[] {
  const { matches } = answer.facts;
  const named = new Set(Array.isArray(matches) ? matches.map(pathOf) : []);
  return outcomes
    .filter(({ path }) => named.has(path))
    .map(({ path, parts }) => ({
      path,
      scope: {},
      sections: parts.filter((part) => part.type === "text").filter((part) => part.matches !== undefined),
      images: [],
      documents: [],
    }));
}

function pathOf(match: unknown): unknown {
  return typeof match === "object" && match !== null && "path" in match ? match.path : undefined;
}

/** Models use several names for the path field. */
function askedOf(request: unknown): Pick<ShownFile, "asked"> {
  if (typeof request !== "object" || request === null) return {};
  const fields: readonly (readonly [string, unknown])[] = Object.entries(request);
  const asked = fields.find(([name]) => /^(?:file|path|file_?path|file_?name)$/i.test(name))?.[1];
  return typeof asked === "string" ? { asked } : {};
}

function scopeOf(request: unknown): Scope {
  if (typeof request !== "object" || request === null) return {};
  const given = Object.entries(request).filter(
    ([name, value]) =>
      /^(?:pages|select|view|encoding)$/.test(name) && (typeof value === "string" ? value !== "" : false),
  );
  return Object.fromEntries(given);
}
