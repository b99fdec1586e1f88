import type { Language, Naming } from "../../languages/language.ts";
import { draft, type Draft, titleOf } from "../../model/draft.ts";
import { maxEntryDepth } from "../../model/limits.ts";
import type { LineTable } from "../../model/line-table.ts";
import type { Span } from "../../model/match.ts";
import type { Definition, Findings } from "./definition.ts";
import { leadingLine } from "./leading.ts";
import { signatureOf } from "./signature.ts";

/** An entry of code, with what decides where it stands. */
export interface CodeDraft extends Draft {
  readonly span: Span;
  readonly owner: string | undefined;
  readonly definition: Definition;
  /** What it is one thing with, if that has its name. */
  readonly family: Family | undefined;
  children: CodeDraft[];
}

/** A text with the language it is in. */
export interface Code {
  /** As it is in the file, which is not always what was parsed. */
  readonly text: string;
  readonly lines: LineTable;
  readonly language: Language;
}

/** Entries inside each other. */
export interface NestedDefinitions {
  readonly roots: CodeDraft[];
  /** What was too deep is left out. */
  readonly isCut: boolean;
}

/** The declarations as entries inside each other, as they stand in the text. */
export function nestDefinitions({ definitions, wraps }: Findings, code: Code): NestedDefinitions {
  const roots: CodeDraft[] = [];
  const open: CodeDraft[] = [];
  const wrapOf = createWrapFinder(wraps, code.text);
  let isCut = false;
  let above = 0;
  for (const definition of definitions) {
    const span = closeBefore(open, definition.span, wrappedSpan(definition, wrapOf));
    if (isOutOfPlace(definition, open)) continue;
    // Everything after this may recurse, which hostile depth would not survive.
    if (open.length >= maxEntryDepth) {
      isCut = true;
      continue;
    }
    const own = code.lines.lineAt(span.start);
    // What stands above a line belongs to the first declaration in it.
    const entry = entryOf(definition, { span, own, isFirst: own !== above }, code);
    above = own;
    place(entry, open.at(-1), roots);
    open.push(entry);
  }
  return { roots, isCut };
}

function isOutOfPlace({ onlyOutside, onlyApart }: Definition, open: readonly CodeDraft[]): boolean {
  return (onlyOutside && open.some(isFunction)) || (onlyApart && open.slice(-1).some(isFunction));
}

/** What is wrapped around a declaration; of one with several names the first has what stands before it. */
function wrappedSpan({ span, shared }: Definition, wrapOf: (span: Span) => Span): Span {
  if (shared === undefined) return wrapOf(span);
  return span.start === shared.start ? { start: wrapOf(shared).start, end: span.end } : span;
}

/** Closes what ends before a declaration, and tells where that is, with what is wrapped around it. */
function closeBefore(open: CodeDraft[], own: Span, wrapped: Span): Span {
  while ((open.at(-1)?.span.end ?? Number.POSITIVE_INFINITY) < wrapped.end) open.pop();
  // In code with faults, what seems to be wrapped around a declaration may begin before what holds it.
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

/** Finds the outermost node that is wrapped around nothing but a declaration; asked in the order of the text. */
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
  /** Its line, without what stands above it. */
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

/** Where the signature is: that of the first of several names has them all, those of the others begin at their names. */
function signedSpan({ span: own, shared }: Definition, span: Span): Span {
  return shared?.start === own.start ? { start: span.start, end: shared.end } : span;
}

/** What is named behind its body, such as a `typedef struct`, gets its name after all. */
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

/** Characters before a name that are told to what knows how it is called. */
const maxHeadCharacters = 40;

function headOf({ name, span }: Definition, text: string): string {
  const end = name?.start ?? span.start;
  return text.slice(Math.max(span.start, end - maxHeadCharacters), end);
}

function wordsOf(span: Span | undefined, text: string): string {
  return span === undefined ? "" : text.slice(span.start, span.end);
}

/** Some grammars count the end of the line to what ends in it. */
function lastCharacter(text: string, { start, end }: Span): number {
  let last = end - 1;
  while (last > start && (text[last] === "\n" || text[last] === "\r")) last -= 1;
  return last;
}

/** What declarations of one name that follow each other are together: a property, or a function. */
interface Family {
  readonly name: "property" | "static property" | "function";
  /** What this one is in it: `get`, `setter`. */
  readonly role: string;
}

/** Characters before a name, decorators included, that are looked at. */
const maxFamilyHead = 2000;

/** What a declaration is part of, by what stands before its name; undefined where it stands for itself. */
function familyOf(head: string): Family | undefined {
  if (head.length > maxFamilyHead) return undefined;
  const role = /(?:^|\s)([gs]et)\s+$/.exec(head)?.[1];
  if (role !== undefined) return { name: /\bstatic\s/.test(head) ? "static property" : "property", role };
  return head.startsWith("@") ? decoratedFamily(head) : undefined;
}

/** The accessors and overloads of Python are told by their decorators. */
function decoratedFamily(head: string): Family | undefined {
  const accessor = /^@(?:[\w.]+\.)?(getter|setter|deleter|(?:cached_|abstract)?property)\b/m.exec(head)?.[1];
  if (accessor !== undefined) return { name: "property", role: accessor };
  return /^@(?:[\w.]+\.)?overload\s/m.test(head) ? { name: "function", role: "overload" } : undefined;
}
