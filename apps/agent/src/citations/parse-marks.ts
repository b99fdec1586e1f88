import type { PlaceUnit } from "@reader/core";
import type { CitationMark, CitedPlace } from "./citation.ts";

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
  const found = marksOf(prose, isKnown);
  return [...new Map(found.map((mark) => [mark.text, mark])).values()];
}

function marksOf(prose: string, isKnown: (path: string) => boolean): readonly CitationMark[] {
  return [...prose.matchAll(brackets)].flatMap(([, inside = ""]) => {
    const marks = marksIn(inside.trim(), isKnown);
    return marks.length === 0 && inside.includes("[") ? marksOf(inside, isKnown) : marks;
  });
}

function marksIn(inside: string, isKnown: (path: string) => boolean): readonly CitationMark[] {
  const whole = markOf(inside, isKnown);
  if (whole !== undefined) return [whole];
  const marks: CitationMark[] = [];
  for (const piece of inside.split(/[;,]\s+/)) {
    const mark = markOf(piece, isKnown) ?? continued(piece, marks.at(-1));
    // Prose that mentions a file is not a list of citations.
    if (mark === undefined) return [];
    marks.push(mark);
  }
  return marks;
}

/** `815-820` after `app.log:812`, or `5` after `report.pdf p. 3`: another place of the same file. */
function continued(piece: string, before: CitationMark | undefined): CitationMark | undefined {
  if (before === undefined) return undefined;
  const [, first, last] = /^(?:p\. ?)?(\d{1,9})(?:[-–](\d{1,9}))?$/.exec(piece) ?? [];
  if (first === undefined) return undefined;
  const { path, place } = before;
  if (place.kind !== "lines" && place.kind !== "units") return undefined;
  const next: CitedPlace = { ...place, ...rangeOf(first, last) };
  const joint = place.kind === "lines" ? ":" : before.text.slice(path.length).replace(/\d[\d–-]*$/, "");
  return { text: `${path}${joint}${piece.replace(/^p\. ?/, "")}`, path, place: next };
}

function markOf(text: string, isKnown: (path: string) => boolean): CitationMark | undefined {
  if (isKnown(text)) return fileMark(text);
  for (const { pattern, place } of [entryPattern, ...placePatterns]) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const { path = "" } = groups;
    if (isKnown(path) || looksLikePath(path)) return { text, path, place: place(groups) };
  }
  return /\.[a-z][a-z\d]{0,7}$/i.test(text) && looksLikePath(text) ? fileMark(text) : undefined;
}

function fileMark(path: string): CitationMark {
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
