import { escapeText, needsEscape, replaceEscaped } from "./escapes.ts";
import { shortened } from "./words.ts";

/**
 * Quotes text that is not the reader's own, such as names, labels, patterns and request values, inside the reader's
 * messages: marks, notices, errors and hints. Every such text is either a JSON string or so plain that it needs no
 * quotes. Outside of JSON strings, a mark contains no quote and no backslash, so that a parser finds where each text
 * starts and ends.
 */

/**
 * Renders a text as a JSON string. Characters that act on a terminal, reorder a line or are hidden become escapes:
 * `\u202e`.
 */
export function quoted(text: string, maxUnits: number = Number.POSITIVE_INFINITY): string {
  return visibleJson(shortened(text, maxUnits));
}

/** Renders a value as compact JSON. Characters that `escapeText` would change become JSON escapes. */
export function visibleJson(value: unknown): string {
  const json = JSON.stringify(value) ?? "null";
  return needsEscape(json) ? replaceEscaped(json, jsonEscapes) : json;
}

function jsonEscapes(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** Matches one word without space, bracket or quote, and without final punctuation that could end a sentence. */
const plainWord =
  /^[\p{L}\p{N}_./~@%+=#&$^(){}-](?:[\p{L}\p{M}\p{N}_./~@%+=#&$^(){},:!-]*[\p{L}\p{M}\p{N}_/~@%+=#&$^(){}-])?$/u;
const asciiWord = /^[\w./-]*[\w/-]$/;

/**
 * Renders a name inside a sentence or a mark: unchanged if it is one plain word, or else as a JSON string. A name with
 * spaces could be mistaken for a sentence of the reader.
 */
export function named(name: string, maxUnits: number = Number.POSITIVE_INFINITY): string {
  const short = shortened(name, maxUnits);
  if (asciiWord.test(short) || isRelative(short)) return short;
  return plainWord.test(short) && !needsEscape(short) ? short : quoted(name, maxUnits);
}

/** True for `.`, `..` and paths that end with them. */
function isRelative(name: string): boolean {
  return /^(?:[\w./-]*\/)?\.{1,2}$/.test(name);
}

/** Matches separators of marks, quotes, brackets except round and curly ones, and whitespace except single spaces. */
const markSyntax = /["·⋮‧∙⋅•・\\]|(?![(){}])[\p{Ps}\p{Pe}\p{Pi}\p{Pf}]|\s\s|^\s|\s$|[^\S ]/u;

/**
 * Renders one fact of a mark, such as the label of a page: unchanged if it contains no delimiter of a mark, fact or
 * quotation, or else as a JSON string. It may contain spaces, because the mark delimits it.
 */
export function markFact(text: string, maxUnits: number = Number.POSITIVE_INFINITY): string {
  const isPlain = text !== "" && text.length <= maxUnits && !markSyntax.test(text) && !needsEscape(text);
  return isPlain ? text : quoted(text, maxUnits);
}

/** A pattern for a JSON string, to find quoted text in the reader's messages. */
const jsonString = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*"`;
const plainPart = String.raw`[^"\\\[\]\u22ee\n\r\t]`;
const factPattern = `(?:${plainPart}|${jsonString}|\\[(?:${plainPart}|${jsonString})*\\])*`;
const wellFormed = new RegExp(`^${factPattern}$`);

/**
 * True if a text is a valid sequence of facts of a mark: closed JSON strings, balanced brackets, and no other quote or
 * backslash. Text that a handler composes with `named` and `markFact` is valid.
 */
export function isMarkText(text: string): boolean {
  return wellFormed.test(text) && !needsEscape(text) && text.trim() === text && text !== "";
}

const nameOrString = String.raw`(?:[^\s"\\\[\]\u00b7\u22ee]+|${jsonString})`;
const nameChain = new RegExp(`^${nameOrString}(?: in ${nameOrString})*$`);

/** True if a text is a name, or several names joined with ` in `, each a plain word or a JSON string. */
export function isNameChain(text: string): boolean {
  return nameChain.test(text) && !needsEscape(text);
}

const namedFirst = new RegExp(`^${jsonString}(?:[ ]${factPattern})?$`);

/** True if a text starts with a JSON string that is followed only by facts of a mark. */
export function startsQuoted(text: string): boolean {
  return namedFirst.test(text) && isMarkText(text);
}

/**
 * Renders the name of a list entry, which has a separate line: unchanged unless it contains characters that would not
 * be visible as they are.
 */
export function listedName(name: string): string {
  return /^["\s]|\\|\s$|[\t\n\r]/.test(name) || name === "" || escapeText(name) !== name ? quoted(name) : name;
}

/** Renders a foreign clause or sentence after a colon: unchanged if it is one clause without quotes, or else quoted. */
export function remark(text: string, maxUnits: number = Number.POSITIVE_INFINITY): string {
  return /[.:;!?](?:\s|$)/.test(text) ? quoted(text, maxUnits) : markFact(text, maxUnits);
}

/**
 * Renders a mark in a line of a document: `[comment · Ada · 2024-03-01: So it is.]`. The facts and the words come from
 * the file, so each is quoted if it could end the mark or be mistaken for another part of it. Empty facts are omitted.
 */
export function inlineMark(what: string, facts: readonly string[], words: string | readonly string[] = ""): string {
  const shown = facts.filter((fact) => fact !== "").map((fact) => (fact.includes(":") ? quoted(fact) : markFact(fact)));
  const said = (typeof words === "string" ? [words] : words)
    .filter((each) => each !== "")
    .map((each) => markFact(each));
  return `[${[what, ...shown].join(" · ")}${said.length === 0 ? "" : `: ${said.join(" · ")}`}]`;
}

/**
 * Renders a request as compact JSON that can be sent unchanged. Characters in a path that would be escaped are written
 * as JSON escapes, so that the request stays exact and hides nothing.
 */
export function requestWords(request: object): string {
  return visibleJson(request);
}
