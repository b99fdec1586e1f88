import type { PlaceUnit, ReadRequest } from "@reader/core";

/** The place that a citation names. */
export type CitedPlace =
  /** The whole file, such as an image. */
  | { readonly kind: "file" }
  /** Lines from 1, inclusive. Negative numbers count from the end. */
  | { readonly kind: "lines"; readonly first: number; readonly last: number }
  /** Units of the document, from 1, inclusive. */
  | { readonly kind: "units"; readonly unit: PlaceUnit; readonly first: number; readonly last: number }
  /** A cell or a range of cells in spreadsheet notation: `B4`, `B4:D7`. */
  | { readonly kind: "cells"; readonly sheet: string; readonly range: string }
  /** A member of an archive, or a place in it. */
  | { readonly kind: "entry"; readonly name: string; readonly inside?: CitedPlace };

/** A mark in an answer, such as `[report.pdf p. 3]`. */
export interface CitationMark {
  /** The mark in the answer, without its brackets. */
  readonly text: string;
  /** As the model wrote it. */
  readonly path: string;
  readonly place: CitedPlace;
  /** The statement before the mark, which the place should support. Empty if there is none. */
  readonly claim: string;
}

/** A mark that was checked against what the conversation read. */
export interface Citation extends CitationMark {
  /**
   * `read` if the model was shown every line of a line range, every row and column of a cell range, a part of every named
   * page, slide or notebook cell (as text, as an image or in a whole document), or a part of a file that is named alone.
   */
  readonly verdict: "read" | "not-read";
  /** Why it was not read, in one sentence. */
  readonly reason?: string;
  /**
   * The sentence or table row of the place that has most in common with the statement, raw and shortened; without such a
   * one, the first line. Absent if it was shown as an image.
   */
  readonly excerpt?: string;
  /** A request that reads the place. */
  readonly request: ReadRequest;
}

/** Brackets with longer content are prose. */
const maxMarkCharacters = 300;

/** Brackets, with at most one level of brackets inside, because a file name can contain them. */
const brackets = new RegExp(
  `\\[((?:[^\\[\\]\\n]|\\[[^\\[\\]\\n]{0,${maxMarkCharacters}}\\]){1,${maxMarkCharacters}})\\](?!\\()`,
  "g",
);

/** Code blocks, closed or not. Brackets in them are not citations. */
const codeBlocks = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[ \t]*$|$(?![\s\S]))/gm;

/**
 * Returns the citation marks of an answer, in order and without duplicates. The grammar:
 *
 * ```text
 * mark   = "[" cited *( ";" cited ) "]"
 * cited  = path [ place ]
 * place  = ":" line [ "-" line ]                        app.log:812-830
 *        | " p. " n [ "-" n ]                           report.pdf p. 3
 *        | " " unit " " n [ "-" n ]                     talk.pptx slide 4, analysis.ipynb cell 7
 *        | " " sheet "!" cell [ ":" cell ]              book.xlsx Sheet1!B4, book.xlsx 'Q3 sales'!B4:D7
 *        | " > " entry [ place ]                        backup.zip > docs/a.md, backup.zip > docs/a.md:3
 * ```
 *
 * Unambiguous variants are accepted too: `page 3`, `lines 1-3`, `app.log:812, 815`. Brackets without a file name are
 * ignored. `isKnown` returns true for a path that was read, which may look like anything.
 */
export function parseMarks(answer: string, isKnown: (path: string) => boolean): readonly CitationMark[] {
  const prose = answer.replaceAll(codeBlocks, "");
  const found = new Map<string, CitationMark>();
  let end = 0;
  let claim = "";
  for (const { 0: whole, 1: inside = "", index } of prose.matchAll(brackets)) {
    const marks = marksInBrackets(inside, isKnown);
    if (marks.length === 0) continue;
    // Marks that follow each other support the same statement.
    claim = lastSentence(prose.slice(end, index)) || claim;
    end = index + whole.length;
    for (const mark of marks) if (!found.has(mark.text)) found.set(mark.text, { ...mark, claim });
  }
  return [...found.values()];
}

/** Maximum length of a statement, in UTF-16 code units. */
const maxClaimLength = 1000;

/** Returns the last sentence of a text, or an empty string if the text has no words. */
function lastSentence(text: string): string {
  const paragraph = text.slice(-maxClaimLength).split("\n").findLast(hasWords) ?? "";
  const sentences = Array.from(sentenceSegmenter.segment(paragraph), ({ segment }) => segment);
  return sentences.findLast(hasWords)?.trim() ?? "";
}

const sentenceSegmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** A mark without the statement before it. */
type BareMark = Omit<CitationMark, "claim">;

function marksInBrackets(inside: string, isKnown: (path: string) => boolean): readonly BareMark[] {
  const marks = marksIn(inside.trim(), isKnown);
  return marks.length === 0 && inside.includes("[") ? marksOf(inside, isKnown) : marks;
}

function marksOf(prose: string, isKnown: (path: string) => boolean): readonly BareMark[] {
  return [...prose.matchAll(brackets)].flatMap(([, inside = ""]) => marksInBrackets(inside, isKnown));
}

function marksIn(inside: string, isKnown: (path: string) => boolean): readonly BareMark[] {
  const whole = markOf(inside, isKnown);
  if (whole !== undefined) return [whole];
  const marks: BareMark[] = [];
  for (const piece of inside.split(/[;,]\s+/)) {
    const mark = markOf(piece, isKnown) ?? continued(piece, marks.at(-1));
    // Prose that mentions a file is not a list of citations.
    if (mark === undefined) return [];
    marks.push(mark);
  }
  return marks;
}

/** `815-820` after `app.log:812`, or `5` after `report.pdf p. 3`: another place of the same file. */
function continued(piece: string, before: BareMark | undefined): BareMark | undefined {
  if (before === undefined) return undefined;
  const [, first, last] = /^(?:p\. ?)?(\d{1,9})(?:[-–](\d{1,9}))?$/.exec(piece) ?? [];
  if (first === undefined) return undefined;
  const { path, place } = before;
  if (place.kind !== "lines" && place.kind !== "units") return undefined;
  const next: CitedPlace = { ...place, ...rangeOf(first, last) };
  const joint = place.kind === "lines" ? ":" : before.text.slice(path.length).replace(/\d[\d–-]*$/, "");
  return { text: `${path}${joint}${piece.replace(/^p\. ?/, "")}`, path, place: next };
}

function markOf(text: string, isKnown: (path: string) => boolean): BareMark | undefined {
  if (isKnown(text)) return fileMark(text);
  for (const { pattern, place } of [entryPattern, ...placePatterns]) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const { path = "" } = groups;
    if (isKnown(path) || looksLikePath(path)) return { text, path, place: place(groups) };
  }
  return /\.[a-z][a-z\d]{0,7}$/i.test(text) && looksLikePath(text) ? fileMark(text) : undefined;
}

function fileMark(path: string): BareMark {
  return { text: path, path, place: { kind: "file" } };
}

type Groups = Readonly<Record<string, string | undefined>>;

interface PlacePattern {
  readonly pattern: RegExp;
  readonly place: (groups: Groups) => CitedPlace;
}

const range = String.raw`(?<first>\d{1,9})(?:[-–](?<last>\d{1,9}))?`;

const placePatterns: readonly PlacePattern[] = [
  { pattern: new RegExp(`^(?<path>.+?):L?${range}$`), place: lines },
  { pattern: new RegExp(`^(?<path>.+?):(?<first>-\\d{1,9})$`), place: lines },
  { pattern: new RegExp(`^(?<path>.+?),? lines? ${range}$`, "i"), place: lines },
  { pattern: new RegExp(`^(?<path>.+?),? (?:pp?\\. ?|pages? )${range}$`, "i"), place: units("page") },
  {
    pattern: new RegExp(`^(?<path>.+?),? (?<unit>slide|cell|chapter|section|sheet)s? ${range}$`, "i"),
    place: (groups) => units(unitOf(groups["unit"]))(groups),
  },
  {
    pattern:
      /^(?<path>.+?),? (?<sheet>'(?:[^']|'')+'|[^\s!']+)!(?<range>\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?)$/i,
    place: ({ sheet = "", range: cells = "" }) => ({
      kind: "cells",
      sheet: sheet.startsWith("'") ? sheet.slice(1, -1).replaceAll("''", "'") : sheet,
      range: cells.replaceAll("$", "").toUpperCase(),
    }),
  },
];

/** Splits at the first separator, because the name of an entry can contain one too. */
const entryPattern: PlacePattern = { pattern: /^(?<path>.+?) [>»] (?<entry>.+)$/, place: entry };

function entry({ entry: text = "" }: Groups): CitedPlace {
  for (const { pattern, place } of placePatterns) {
    const groups = pattern.exec(text)?.groups;
    const { path = "" } = groups ?? {};
    if (groups !== undefined && looksLikePath(path)) return { kind: "entry", name: path, inside: place(groups) };
  }
  return { kind: "entry", name: text };
}

function lines({ first = "1", last }: Groups): CitedPlace {
  return { kind: "lines", ...rangeOf(first, last) };
}

function units(unit: PlaceUnit): (groups: Groups) => CitedPlace {
  return ({ first = "1", last }) => ({ kind: "units", unit, ...rangeOf(first, last) });
}

function rangeOf(first: string, last: string | undefined): { readonly first: number; readonly last: number } {
  return { first: Number(first), last: Number(last ?? first) };
}

const unitNames: readonly PlaceUnit[] = ["slide", "cell", "chapter", "section", "sheet"];

function unitOf(word = ""): PlaceUnit {
  return unitNames.find((each) => each === word.toLowerCase()) ?? "section";
}

/** True for a name with an extension or a folder, and without a separator of citations. */
function looksLikePath(path: string): boolean {
  return /^[^;]*(?:\.[a-z\d]{1,8}|\/[^/]+)$/i.test(path) && !/, |:\d/.test(path) && !/^\d[\d.]*$/.test(path);
}
