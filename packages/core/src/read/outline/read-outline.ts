import { ReadError } from "../../contract/errors.ts";
import { text, type HandlerEvent } from "../../contract/events.ts";
import type { Handler } from "../../contract/handler.ts";
import type { Notice } from "../../contract/notices.ts";
import type { Outline, OutlineEntry } from "../../contract/outline.ts";
import type { CheckedRequest } from "../../contract/request.ts";
import type { ReadResult } from "../../contract/result.ts";
import type { Sniff } from "../../contract/source.ts";
import { createConversion } from "../../documents/conversion.ts";
import type { OpenedFile } from "../../files/workspace/safe-open.ts";
import { outlineLines, whereWords } from "../../render/outline-text.ts";
import { quoted, named as shownName } from "../../render/quote.ts";
import type { Call } from "../call.ts";
import { pullDocument } from "../read-document.ts";
import { askOutline, outlinedFile, type OutlinedFile } from "./ask-outline.ts";
import { editDistance } from "../../files/workspace/name-distance.ts";

/** Reads the outline of a file in place of its content, as lines that can be paged and searched. */
export async function readOutline(
  call: Call,
  opened: OpenedFile,
  found: { readonly sniff: Sniff; readonly reader: Handler | undefined },
): Promise<ReadResult> {
  const file = await outlinedFile(call, opened, found);
  const { path } = opened;
  if (file === undefined) throw noOutlineOf(path, found.sniff.mediaType);
  if (call.checked.pages !== undefined) throw noPages(path);
  const whole = await askOutline(call, file, call.budget.documentTimeMs);
  const outline = chosenPart(whole, call.checked.select, path);
  const lines = outlineLines(outline);
  const conversion = createConversion(eventsOf(lines), {
    abort: new AbortController(),
    release: () => Promise.resolve(),
  });
  try {
    const { sniff, handler } = file;
    const result = await pullDocument(call, conversion, { file, sniff, handler });
    return { ...result, notices: [...noticesOf(outline, lines.length), ...result.notices] };
  } finally {
    await conversion.close();
  }
}

/** Creates the error for a file that no handler outlines. */
function noOutlineOf(path: string, mediaType: string): ReadError {
  return new ReadError("invalid-request", `No handler outlines ${path}, which is ${mediaType}.`, {
    hint: "Read it without `view`, with `offset` and `limit` for a part of it, or search it with `find`.",
    details: { mediaType },
  });
}

function chosenPart(outline: Outline, select: string | undefined, path: string): Outline {
  if (select === undefined) return outline;
  return { ...outline, entries: [findSymbol(outline, { select }, path)] };
}

async function* eventsOf(lines: readonly string[]): AsyncGenerator<HandlerEvent, void, undefined> {
  if (lines.length > 0) yield text(`${lines.join("\n")}\n`);
}

function noticesOf({ truncated, truncatedBy }: Outline, lines: number): readonly Notice[] {
  if (truncated === true) return [{ type: "notice", code: "outline-incomplete", ...truncatedBy }];
  return lines === 0 ? [{ type: "notice", code: "no-outline", reason: "none" }] : [];
}

function noPages(path: string): ReadError {
  return new ReadError(
    "invalid-request",
    `The outline of ${path} covers the whole file, and the request also has pages.`,
    {
      hint: 'Send either `pages` or view "outline".',
      details: { issues: [{ field: "pages", problem: "an outline covers the whole file" }] },
    },
  );
}

/** A symbol that a request selects. */
interface WantedSymbol {
  readonly select: string;
  /** The error to throw if the outline does not have it, instead of one with similar names. */
  readonly missed?: ReadError | undefined;
}

/**
 * Converts a call for a symbol of a text to a call for its lines. The content is that of the file, and `next` continues
 * by lines.
 */
export async function callForSymbol(call: Call, file: OutlinedFile, { select, missed }: WantedSymbol): Promise<Call> {
  const { path } = file.opened;
  refuseLines(call.checked, path);
  const outline = await askOutline(call, file, call.budget.documentTimeMs);
  const { lines } = findSymbol(outline, { select, missed }, path);
  if (lines === undefined) throw nowhere(select, path);
  return { ...call, checked: onlyLines(call.checked, lines) };
}

/** Converts a checked request to one for a range of lines instead of a part by name. */
export function onlyLines(
  checked: CheckedRequest,
  { first, last }: NonNullable<OutlineEntry["lines"]>,
): CheckedRequest {
  const { select: _, offset: __, limit: ___, ...rest } = checked.request;
  const request = { ...rest, lines: `${first}-${last}` };
  return { ...checked, request, select: undefined, ranges: [{ first, last }], isExplicitRange: true };
}

/** Throws if a request has both lines and a symbol, because they contradict each other. */
export function refuseLines({ ranges, offset, column }: CheckedRequest, path: string): void {
  if (ranges === undefined && offset === 1 && column === 1) return;
  const field = ranges === undefined ? "offset" : "lines";
  throw new ReadError("invalid-request", `${field} and select name different lines of ${path}.`, {
    hint: `Send either \`select\` or \`${field}\`.`,
    details: { issues: [{ field, problem: "select names the lines" }] },
  });
}

function nowhere(select: string, path: string): ReadError {
  return new ReadError("out-of-range", `${path} has a part of that name, but its lines are not known.`, {
    hint: `Search for it with \`find\`: ${quoted(select, 100)}.`,
  });
}

/** Maximum number of symbols in an error. */
const maxListed = 10;

/** Maximum length of a name in an error, in characters. */
const maxNameCharacters = 100;

/** An entry and its qualified name. */
interface Named {
  readonly entry: OutlineEntry;
  readonly path: string;
}

/**
 * Finds the outline entry that a name refers to. Tries the full path of names first (`Reader.read`, also with `::` or
 * `#`), then the words of a heading or signature, then the end of a path; each first as written, then ignoring
 * separators, then ignoring case. Prefers a class to its constructor. Throws `out-of-range` if the name is unknown or
 * ambiguous.
 */
function findSymbol(outline: Outline, { select, missed }: WantedSymbol, path: string): OutlineEntry {
  const all = namedEntries(outline.entries, "");
  for (const spelling of spellings) {
    const wanted = spelling(select);
    if (wanted === "") continue;
    for (const test of tests) {
      const found = all.filter((named) => test(named, wanted, spelling));
      const [only, ...others] = found;
      if (only !== undefined && others.every((other) => isInside(other, only))) return only.entry;
      if (only !== undefined) return onlyWith(found, select)?.entry ?? fail(ambiguous(found, select, path));
    }
  }
  throw missed ?? unknown(outline, { all, select, path });
}

function fail(error: ReadError): never {
  throw error;
}

/** Returns the only match whose signature has the requested parameters, as in `Reader.read(string)`. */
function onlyWith(found: readonly Named[], select: string): Named | undefined {
  const wanted = parametersOf(select);
  const fitting = found.filter(({ entry }) => areLike(parametersOf(entry.title), wanted));
  return wanted[0] !== "" && fitting.length === 1 ? fitting[0] : undefined;
}

function parametersOf(text: string): readonly string[] {
  return (/\((.*)\)/s.exec(text)?.[1] ?? "").split(",").map((each) => each.trim());
}

/** True if parameters have the requested names or types: `int from` and `from: int` both match `int`. */
function areLike(parameters: readonly string[], wanted: readonly string[]): boolean {
  const isLike = (each: string, at: number): boolean => {
    const words = parameters[at] ?? "";
    return words === each || words.startsWith(`${each} `) || words.endsWith(` ${each}`);
  };
  return parameters.length === wanted.length && wanted.every(isLike);
}

/**
 * True if an entry is inside another. A constructor has the name of its class and is inside it; the name means the
 * class.
 */
function isInside({ path }: Named, around: Named): boolean {
  return path.startsWith(`${around.path}.`);
}

type Spelling = (text: string) => string;

const asWritten: Spelling = (text) => text;
const plain: Spelling = (text) =>
  text
    .trim()
    .replace(/^#+\s+/, "")
    .replace(/\(\)$/, "")
    .replaceAll(/::|#/g, ".")
    // `Reader#size` is also accepted for `Reader.#size`.
    .replaceAll(/\.{2,}/g, ".")
    .replace(/^\.+/, "")
    .replaceAll(/\s+/g, " ");

/** Strips type arguments: `List<T>.find`, `Inverse<Plus<T> >`. Text with many brackets is not such a name. */
const withoutArguments: Spelling = (text) => {
  let bare = plain(text);
  for (let depth = 0; depth < maxArgumentDepth; depth += 1) bare = bare.replaceAll(/(?<=\w)\s*<[^<>]*>/g, "");
  return bare;
};

/** Strips the quotes of `"a key"` and the space of `operator +`. */
const withoutMarks: Spelling = (text) =>
  withoutArguments(text)
    .replaceAll(/["'`]/g, "")
    .replaceAll(/\boperator (?=\W)/g, "operator");

/** Strips the parameters of `Reader.read(path, options)`. */
const withoutParameters: Spelling = (text) => plain(text).replace(/(?<=\w)\s*\(.*\)$/s, "");

/** Maximum nesting depth of type arguments. */
const maxArgumentDepth = 4;

const spellings: readonly Spelling[] = [
  asWritten,
  plain,
  (text) => plain(text).toLowerCase(),
  withoutArguments,
  (text) => withoutArguments(text).toLowerCase(),
  withoutMarks,
  withoutParameters,
  (text) => withoutParameters(text).toLowerCase(),
];

type Test = (named: Named, wanted: string, spelling: Spelling) => boolean;

const tests: readonly Test[] = [
  ({ path }, wanted, spelling) => spelling(path) === wanted,
  ({ entry }, wanted, spelling) => spelling(entry.title) === wanted,
  ({ entry, path }, wanted, spelling) => spelling(entry.name) === wanted || spelling(path).endsWith(`.${wanted}`),
];

function namedEntries(entries: readonly OutlineEntry[], around: string): readonly Named[] {
  return entries.flatMap((entry) => {
    const path = around === "" ? entry.name : `${around}.${entry.name}`;
    return [{ entry, path }, ...namedEntries(entry.children ?? [], path)];
  });
}

function ambiguous(found: readonly Named[], select: string, path: string): ReadError {
  const listed = found.slice(0, maxListed);
  const isSame = listed.every((each) => each.path === listed[0]?.path);
  const candidates = listed.map(isSame ? signed : described);
  const how = isSame ? "by the words of its signature or its lines" : "by its whole name or its lines";
  return new ReadError(
    "out-of-range",
    `${quoted(select, maxNameCharacters)} matches ${found.length} parts of ${path}.`,
    {
      hint: `Choose one, ${how}: ${candidates.join("; ")}.`,
      details: { total: found.length, candidates },
    },
  );
}

interface Miss {
  readonly all: readonly Named[];
  readonly select: string;
  readonly path: string;
}

function unknown({ truncated }: Outline, { all, select, path }: Miss): ReadError {
  const near = nearest(all, select);
  const message = `${path} has nothing named ${quoted(select, maxNameCharacters)}${truncated === true ? " in the part that was outlined" : ""}.`;
  return new ReadError("out-of-range", message, {
    hint:
      near.length === 0
        ? 'Send view "outline" to see what it has, or search it with `find`.'
        : `Ask for one of these, the nearest first, or send view "outline" to see all: ${near.map(described).join("; ")}.`,
    details: { candidates: near.map(described) },
  });
}

/**
 * Returns the names most similar to the requested one, best first. If none is similar, returns the first names of the
 * file.
 */
function nearest(all: readonly Named[], select: string): readonly Named[] {
  const wanted = plain(select).slice(0, maxNameCharacters).toLowerCase();
  const last = wanted.slice(wanted.lastIndexOf(".") + 1);
  const near = all.flatMap((named) => {
    const name = named.entry.name.toLowerCase();
    const distance = distanceOf(last, name) ?? distanceOf(wanted, name);
    return distance === undefined ? [] : [{ named, distance, around: aroundOf(wanted, named.path.toLowerCase()) }];
  });
  const sorted = near.toSorted((left, right) => left.distance - right.distance || left.around - right.around);
  return (near.length > 0 ? sorted.map(({ named }) => named) : all).slice(0, maxListed);
}

/** Returns the edit distance of two names if it is small, else a larger distance if `name` contains `wanted`. */
function distanceOf(wanted: string, name: string): number | undefined {
  const edits = editDistance(wanted, name, Math.max(1, Math.floor(wanted.length / 3)));
  if (edits !== undefined) return edits;
  return wanted.length >= 3 && name.includes(wanted) ? wanted.length : undefined;
}

/** Breaks ties between equally similar names by the similarity of their full paths. */
function aroundOf(wanted: string, path: string): number {
  return editDistance(wanted, path, wanted.length) ?? wanted.length + 1;
}

/** Formats an entry as `Reader.read (12-48)`. */
function described({ entry, path }: Named): string {
  const { lines } = entry;
  const where = whereWords(entry);
  const word = lines?.first === lines?.last ? "line " : "lines ";
  const unit = lines === undefined ? "" : word;
  return `${shown(path)}${where === "" ? "" : ` (${unit}${where})`}`;
}

/** Formats an entry as `void read(int size) (12-48)`, to distinguish overloads. */
function signed({ entry, path }: Named): string {
  return described({ entry, path: entry.title === "" ? path : entry.title });
}

function shown(name: string): string {
  return shownName(name, maxNameCharacters);
}
