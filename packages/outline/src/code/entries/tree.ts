import type { Language, Naming } from "../../languages/language.ts";
import { draft, type Draft, titleOf } from "../../model/draft.ts";
import { maxEntryDepth } from "../../model/limits.ts";
import type { LineTable } from "../../model/line-table.ts";
import type { Span } from "../../model/match.ts";
import type { Definition, Findings } from "./definition.ts";
import { signatureOf, withoutAttributes } from "./signature.ts";

/** An entry of code, with the data that decides its position. */
export interface CodeDraft extends Draft {
  readonly span: Span;
  readonly owner: string | undefined;
  readonly definition: Definition;
  /** The group it belongs to, with others of its name. */
  readonly family: Family | undefined;
  children: CodeDraft[];
}

/** A text and its language. */
export interface Code {
  /** The text of the file, which may differ from the parsed text. */
  readonly text: string;
  readonly lines: LineTable;
  readonly language: Language;
}

/** Nested entries. */
export interface NestedDefinitions {
  readonly roots: CodeDraft[];
  /** True if entries were too deep and left out. */
  readonly isCut: boolean;
}

/** Nests definitions as they are nested in the text. */
export function nestDefinitions({ definitions, wraps }: Findings, code: Code): NestedDefinitions {
  const roots: CodeDraft[] = [];
  const open: CodeDraft[] = [];
  const wrapOf = createWrapFinder(wraps, code.text);
  let isCut = false;
  let above = 0;
  for (const definition of definitions) {
    const span = closeBefore(open, definition.span, wrappedSpan(definition, wrapOf));
    if (isOutOfPlace(definition, open)) continue;
    // Later steps recurse, so the depth must be limited.
    if (open.length >= maxEntryDepth) {
      isCut = true;
      continue;
    }
    const own = code.lines.lineAt(span.start);
    // Comments above a line belong to the first declaration in it.
    const entry = entryOf(definition, { span, own, isFirst: own !== above }, code);
    above = own;
    // A rule of CSS without a selector. What is inside it belongs to the entry around it.
    if (entry.name === "") continue;
    place(entry, open.at(-1), roots);
    open.push(entry);
  }
  return { roots, isCut };
}

function isOutOfPlace({ onlyOutside, onlyApart }: Definition, open: readonly CodeDraft[]): boolean {
  return (onlyOutside && open.some(isFunction)) || (onlyApart && open.slice(-1).some(isFunction));
}

/** Returns the span of a declaration including its wrapper. With several names, the wrapper belongs to the first. */
function wrappedSpan({ span, shared }: Definition, wrapOf: (span: Span) => Span): Span {
  if (shared === undefined) return wrapOf(span);
  return span.start === shared.start ? { start: wrapOf(shared).start, end: span.end } : span;
}

/** Closes entries that end before a declaration, and returns its span including its wrapper. */
function closeBefore(open: CodeDraft[], own: Span, wrapped: Span): Span {
  while ((open.at(-1)?.span.end ?? Number.POSITIVE_INFINITY) < wrapped.end) open.pop();
  // In code with faults, a wrapper may start before the enclosing entry.
  return wrapped.start < (open.at(-1)?.span.start ?? 0) ? own : wrapped;
}

function place(entry: CodeDraft, parent: CodeDraft | undefined, roots: CodeDraft[]): void {
  if (parent !== undefined && isOwner(parent) && entry.kind === "function") entry.kind = "method";
  (parent?.children ?? roots).push(entry);
}

function isFunction({ kind }: CodeDraft): boolean {
  return kind === "function" || kind === "method";
}

const owners: ReadonlySet<string> = new Set(["class", "interface", "enum", "type"]);

function isOwner(entry: CodeDraft): boolean {
  return owners.has(entry.kind);
}

/**
 * Creates a function that returns the outermost node that wraps only a declaration. Spans must be queried in text
 * order.
 */
function createWrapFinder(wraps: readonly Span[], text: string): (span: Span) => Span {
  let next = 0;
  let near: Span[] = [];
  return (span) => {
    for (; (wraps[next]?.start ?? Number.POSITIVE_INFINITY) <= span.start; next += 1) {
      const wrap = wraps[next];
      if (wrap !== undefined) near.push(wrap);
    }
    near = near.filter(({ end }) => end > span.start);
    const around = near.find(({ end }) => end >= span.end && isIdle(text.slice(span.end, Math.min(end, span.end + 9))));
    near = near.filter((wrap) => wrap !== around);
    return around ?? span;
  };
}

function isIdle(text: string): boolean {
  return /^[\s;]*$/.test(text);
}

interface Standing {
  readonly span: Span;
  /** The line of the declaration, without comments above. */
  readonly own: number;
  readonly isFirst: boolean;
}

function entryOf(definition: Definition, { span, own, isFirst }: Standing, { text, lines, language }: Code): CodeDraft {
  const { name, owner, naming } = namesOf(definition, text, language);
  const title = titled(definition, signatureOf(text, definition, signedSpan(definition, span)), name);
  const fields = {
    kind: definition.kind,
    name: name === "" ? title : (naming?.name ?? name),
    title,
    first: isFirst ? leadingLine(lines, own, language.leads) : own,
    last: lines.lineAt(lastCharacter(text, span)),
  };
  const family = familyOf(text.slice(span.start, definition.name?.start ?? span.start));
  return { ...draft(fields), span, owner, definition, family, children: [] };
}

/**
 * Returns the span of the signature. With several names, the first has all of them; the others start at their own name.
 */
function signedSpan({ span: own, shared }: Definition, span: Span): Span {
  return shared?.start === own.start ? { start: span.start, end: shared.end } : span;
}

/** Appends the name to a signature that lacks it, such as of a `typedef struct`. */
function titled({ kind }: Definition, signature: string, name: string): string {
  if (signature === "") return name;
  return kind === "type" && !signature.includes(name) ? titleOf(`${signature} … ${name}`) : signature;
}

interface Names {
  readonly name: string;
  readonly owner: string | undefined;
  readonly naming: Naming | undefined;
}

function namesOf(definition: Definition, text: string, language: Language): Names {
  const name = titleOf(wordsOf(definition.name, text));
  const naming = language.naming?.(name, headOf(definition, text));
  const owner = naming?.owner ?? (definition.owner === undefined ? undefined : wordsOf(definition.owner, text));
  return { name, owner, naming };
}

/** Number of characters before a name that are passed to `naming`. */
const maxHeadCharacters = 40;

function headOf({ name, span }: Definition, text: string): string {
  const end = name?.start ?? span.start;
  return text.slice(Math.max(span.start, end - maxHeadCharacters), end);
}

function wordsOf(span: Span | undefined, text: string): string {
  return span === undefined ? "" : text.slice(span.start, span.end);
}

/** Returns the last character, since some grammars include the line break. */
function lastCharacter(text: string, { start, end }: Span): number {
  let last = end - 1;
  while (last > start && (text[last] === "\n" || text[last] === "\r")) last -= 1;
  return last;
}

/** A group of consecutive declarations of one name: a property with accessors, or a function with overloads. */
interface Family {
  readonly name: "property" | "static property" | "function";
  /** Role in the group: `get`, `setter`. */
  readonly role: string;
}

/** Maximum number of characters before a name, including decorators. */
const maxFamilyHead = 2000;

/** Returns the group of a declaration by the text before its name, or `undefined`. */
function familyOf(head: string): Family | undefined {
  if (head.length > maxFamilyHead) return undefined;
  const role = /(?:^|\s)([gs]et)\s+$/.exec(head)?.[1];
  if (role !== undefined) return { name: /\bstatic\s/.test(head) ? "static property" : "property", role };
  return head.startsWith("@") ? decoratedFamily(head) : undefined;
}

/** Detects accessors and overloads of Python by their decorators. */
function decoratedFamily(head: string): Family | undefined {
  const accessor = /^@(?:[\w.]+\.)?(getter|setter|deleter|(?:cached_|abstract)?property)\b/m.exec(head)?.[1];
  if (accessor !== undefined) return { name: "property", role: accessor };
  return /^@(?:[\w.]+\.)?overload\s/m.test(head) ? { name: "function", role: "overload" } : undefined;
}

/** Maximum number of lines above a declaration that can belong to it. */
const maxLeadingLines = 500;

/** Maximum number of lines of one attribute. */
const maxAttributeLines = 60;

/**
 * Returns the first line of the comments and attributes directly above a declaration. They must start in its column, or
 * they belong to the code above.
 */
export function leadingLine(lines: LineTable, first: number, leads: RegExp): number {
  const column = columnOf(lines.textOf(first));
  const lowest = Math.max(1, first - maxLeadingLines);
  let line = first;
  while (line > lowest) {
    const start = leadStart(lines, { line: line - 1, lowest, column, leads });
    if (start === undefined) break;
    line = start;
  }
  return line;
}

interface Place {
  readonly line: number;
  readonly lowest: number;
  readonly column: number;
  readonly leads: RegExp;
}

/** Returns the start of the comment or attribute that ends in this line, or `undefined`. */
function leadStart(lines: LineTable, { line, lowest, column, leads }: Place): number | undefined {
  const text = lines.textOf(line);
  const words = text.trim();
  if (words.endsWith("*/")) return blockStart(lines, line, lowest);
  if (words === "" || words.startsWith("#!")) return undefined;
  if (columnOf(text) === column && leads.test(words)) return isAlone(words, leads) ? line : undefined;
  return /[)\]]$/.test(words) ? attributeStart(lines, { line, lowest, column, leads }) : undefined;
}

/** True for a comment, or for attributes without a declaration on the same line (unlike `@Input() name: string;`). */
function isAlone(words: string, leads: RegExp): boolean {
  const isAttribute = /^[@[]/.test(words) || (words.startsWith("#[") && !leads.test("# "));
  return !isAttribute || /^(?:;|\/[/*])/.test(withoutAttributes(`${words} ;`).trimStart());
}

/** Returns the start of the multi-line attribute that ends in this line. */
function attributeStart(lines: LineTable, { line, lowest, column, leads }: Place): number | undefined {
  const words = [lines.textOf(line).trim()];
  for (let above = line - 1; above >= Math.max(lowest, line - maxAttributeLines); above -= 1) {
    const text = lines.textOf(above);
    words.unshift(text.trim());
    if (text.trim() === "" || columnOf(text) > column) continue;
    const isAttribute = columnOf(text) === column && /^[@#[]/.test(words[0] ?? "") && leads.test(words[0] ?? "");
    return isAttribute && isAlone(words.join(" "), leads) ? above : undefined;
  }
  return undefined;
}

/** Returns the start of the block comment that ends in this line, if nothing precedes it on its first line. */
function blockStart(lines: LineTable, last: number, lowest: number): number | undefined {
  for (let line = last; line >= lowest; line -= 1) {
    const text = lines.textOf(line);
    const at = text.indexOf("/*");
    if (at >= 0) return text.slice(0, at).trim() === "" ? line : undefined;
  }
  return undefined;
}

function columnOf(text: string): number {
  return text.length - text.trimStart().length;
}
