import type { Span } from "../../model/match.ts";
import { titleOf } from "../../model/draft.ts";
import type { Definition } from "./definition.ts";

/** Maximum number of characters searched for a signature. */
const maxSignatureCharacters = 4000;

/**
 * Returns the signature of a declaration in one line: the text before its body without decorators, attributes and
 * annotations.
 */
export function signatureOf(text: string, definition: Definition, { start, end }: Span): string {
  const { kind, bodyStart } = definition;
  const limit = Math.min(bodyStart ?? end, start + maxSignatureCharacters);
  const plain = withoutComments(text.slice(start, limit));
  // The at-rules of CSS look like decorators.
  const words = kind === "rule" ? plain : withoutAttributes(plain);
  return titleOf(withoutGaps(bodyStart === undefined ? withoutTail(headOf(words)) : closed(words)));
}

/** Returns the text before an opening brace at the end of a line, for declarations whose body was not captured. */
function headOf(words: string): string {
  for (const { index } of words.matchAll(/\{[ \t]*[\r\n]/g)) {
    if (index > 0 && !isInParameters(words.slice(0, index))) return words.slice(0, index);
  }
  return words;
}

function isInParameters(words: string): boolean {
  return words.replace(/[^(]/g, "").length > words.replace(/[^)]/g, "").length;
}

/** Matches a test call up to the parameters of its function: `it("reads", async ()`. */
const testHead = /^([\w.]+\(\s*(["'`]).*\2),\s*(?:async\s*)?(?:function\s*)?\([^()]*\)$/s;

/** Removes remains of a body and trailing tokens that only introduce one. */
function withoutTail(words: string): string {
  let end = words.length;
  for (let next = tailStart(words, end); next < end; next = tailStart(words, end)) end = next;
  const head = words.slice(0, end);
  return head.replace(testHead, "$1)");
}

/**
 * Returns the start of the trailing token before an offset, or the offset. Not a pattern, which would search the whole
 * text.
 */
function tailStart(words: string, end: number): number {
  if (/[\s{=:;,\\]/.test(words.charAt(end - 1))) return end - 1;
  if (words.endsWith("=>", end)) return end - 2;
  if (words.endsWith("->", end) && words.slice(end).trim() === "") return end - 2;
  return words.endsWith("end", end) && /[;\s]/.test(words.charAt(end - 4)) ? end - 3 : end;
}

/** Closes the parentheses of a signature that ends at a function argument: `computed(() => …)`. */
function closed(words: string): string {
  const head = withoutTail(words);
  const open = countOf(head, "(") - countOf(head, ")");
  return open <= 0 || open > maxOpen ? head : `${head}${/=>\s*$/.test(words) ? " =>" : ""} …${")".repeat(open)}`;
}

/** Maximum number of open parentheses of a signature. */
const maxOpen = 3;

function countOf(words: string, mark: string): number {
  return words.split(mark).length - 1;
}

function withoutComments(words: string): string {
  return words.replace(/\/\*[^]*?\*\/|(?<=^|\s)(?:\/\/|#(?:[ \t]+(?!define\b)|:|(?=[\r\n]|$)))[^\r\n]*/g, " ");
}

/** Joins parameters that are on separate lines. */
function withoutGaps(words: string): string {
  return words.replace(/([([])\s+/g, "$1").replace(/,?\s+([)\]])/g, "$1");
}

const attributeStart = /\s*(?:@(?!interface\b)[\w.]+\s*|#?(?=\[))/y;

/** Skips `@name`, `@name(…)`, `#[…]` and `[…]` at the start; `[Symbol.iterator]()` is a name. */
export function withoutAttributes(words: string): string {
  let at = 0;
  for (;;) {
    attributeStart.lastIndex = at;
    const start = attributeStart.exec(words);
    if (start === null) return words.slice(at);
    const after = at + start[0].length;
    const isOpen = words[after] === "(" || words[after] === "[";
    // A modifier such as `export` may precede decorators; it is part of the signature.
    const end = isOpen ? closingOf(words, after) : after;
    if (end >= words.length) return words;
    if (words[after] === "[" && /^[(<?:=]/.test(words.slice(end))) return words.slice(at);
    at = end;
  }
}

/** Returns the end of the bracket that opens at `open`, or the end of the text. */
function closingOf(words: string, open: number): number {
  let depth = 0;
  for (let at = open; at < words.length; at += 1) {
    const character = words[at] ?? "";
    if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth -= 1;
    else if (`"'`.includes(character)) at = endOfString(words, at);
    if (depth === 0) return at + 1;
  }
  return words.length;
}

function endOfString(words: string, open: number): number {
  const end = words.indexOf(words[open] ?? "", open + 1);
  return end < 0 ? open : end;
}
