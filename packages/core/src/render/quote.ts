import { escapeText, needsEscape, replaceEscaped } from "./escapes.ts";
import { shortened } from "./words.ts";

/**
 * Words that are not the reader's own, such as names, labels, patterns and values of a request, inside what the reader
 * says: marks, notices, errors and hints. Every such word is either a JSON string or so plain that it needs no quotes.
 * Outside of JSON strings a mark has no quote and no backslash, so a parser finds where each word starts and ends.
 */

/** A text as a JSON string. What would act on a terminal, reorder a line or hide is written as `\u202e`. */
export function quoted(text: string, maxUnits: number = Number.POSITIVE_INFINITY): string {
  return visibleJson(shortened(text, maxUnits));
}

/** A value as compact JSON, in which what `escapeText` would change is written in JSON's own way. */
export function visibleJson(value: unknown): string {
  const json = JSON.stringify(value) ?? "null";
  return needsEscape(json) ? replaceEscaped(json, jsonEscapes) : json;
}

function jsonEscapes(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** One word: no space, no bracket, no quote, and no sign at its end with which a sentence ends. */
const plainWord =
  /^[\p{L}\p{N}_./~@%+=#&$^(){}-](?:[\p{L}\p{M}\p{N}_./~@%+=#&$^(){},:!-]*[\p{L}\p{M}\p{N}_/~@%+=#&$^(){}-])?$/u;
const asciiWord = /^[\w./-]*[\w/-]$/;

/**
 * A name inside a sentence or a mark: as it is if it is one plain word, else as a JSON string. A name with spaces could
 * read as a sentence of ours.
 */
export function named(name: string, maxUnits: number = Number.POSITIVE_INFINITY): string {
  const short = shortened(name, maxUnits);
  if (asciiWord.test(short) || isRelative(short)) return short;
  return plainWord.test(short) && !needsEscape(short) ? short : quoted(name, maxUnits);
}

/** `.`, `..` and what ends in them. */
function isRelative(name: string): boolean {
  return /^(?:[\w./-]*\/)?\.{1,2}$/.test(name);
}

/** Separators of marks, quotes and brackets of any kind but round and curly ones, and any space but a single one. */
const markSyntax = /["·⋮‧∙⋅•・\\]|(?![(){}])[\p{Ps}\p{Pe}\p{Pi}\p{Pf}]|\s\s|^\s|\s$|[^\S ]/u;

/**
 * One fact of a mark, such as the label of a page: as it is if it has nothing with which a mark, a fact or a quotation
 * begins or ends, else as a JSON string. It may have spaces, because the mark around it has ends of its own.
 */
export function markFact(text: string, maxUnits: number = Number.POSITIVE_INFINITY): string {
  const isPlain = text !== "" && text.length <= maxUnits && !markSyntax.test(text) && !needsEscape(text);
  return isPlain ? text : quoted(text, maxUnits);
}

/** A JSON string, as a pattern: for what looks for the words of others in words of ours. */
const jsonString = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*"`;
const plainPart = String.raw`[^"\\\[\]\u22ee\n\r\t]`;
const factPattern = `(?:${plainPart}|${jsonString}|\\[(?:${plainPart}|${jsonString})*\\])*`;
const wellFormed = new RegExp(`^${factPattern}$`);

/**
 * Whether a text is made of facts of a mark already: JSON strings that are closed, brackets in pairs, and no other quote
 * or backslash. What a handler composes of `named` and `markFact` is.
 */
export function isMarkText(text: string): boolean {
  return wellFormed.test(text) && !needsEscape(text) && text.trim() === text && text !== "";
}

const nameOrString = String.raw`(?:[^\s"\\\[\]\u00b7\u22ee]+|${jsonString})`;
const nameChain = new RegExp(`^${nameOrString}(?: in ${nameOrString})*$`);

/** Whether a text is a name, or names with ` in ` between them, each a plain word or a JSON string. */
export function isNameChain(text: string): boolean {
  return nameChain.test(text) && !needsEscape(text);
}

const namedFirst = new RegExp(`^${jsonString}(?:[ ]${factPattern})?$`);

/** Whether a text starts with a JSON string, and only facts of a mark follow. */
export function startsQuoted(text: string): boolean {
  return namedFirst.test(text) && isMarkText(text);
}

/** The words of a list entry, which has a line of its own: as they are unless they have what is not seen as it is. */
export function listedName(name: string): string {
  return /^["\s]|\\|\s$|[\t\n\r]/.test(name) || name === "" || escapeText(name) !== name ? quoted(name) : name;
}

/** A clause or sentence that someone else wrote, behind a colon of ours: as it is if it is one clause without quotes. */
export function remark(text: string, maxUnits: number = Number.POSITIVE_INFINITY): string {
  return /[.:;!?](?:\s|$)/.test(text) ? quoted(text, maxUnits) : markFact(text, maxUnits);
}

/**
 * A mark in a line of a document: `[comment · Ada · 2024-03-01: So it is.]`. The facts and the words come from the file,
 * so each is quoted if it could end the mark or pass for another part of it; empty facts are left out.
 */
export function inlineMark(what: string, facts: readonly string[], words: string | readonly string[] = ""): string {
  const shown = facts.filter((fact) => fact !== "").map((fact) => (fact.includes(":") ? quoted(fact) : markFact(fact)));
  const said = (typeof words === "string" ? [words] : words)
    .filter((each) => each !== "")
    .map((each) => markFact(each));
  return `[${[what, ...shown].join(" · ")}${said.length === 0 ? "" : `: ${said.join(" · ")}`}]`;
}
