import type { OutlineKind } from "@reader/core/handler";
import type { Match, Span } from "../../model/match.ts";

/** A declaration found by the query of its language. */
export interface Definition {
  readonly kind: OutlineKind;
  readonly span: Span;
  readonly name: Span | undefined;
  /** Offset at which the signature ends. */
  readonly bodyStart: number | undefined;
  readonly owner: Span | undefined;
  readonly onlyOutside: boolean;
  readonly onlyApart: boolean;
  readonly isOnlyDeclared: boolean;
  readonly isDissolved: boolean;
  /** Span of the whole declaration if it declares several names, each of which is an entry. */
  readonly shared?: Span;
}

/** The result of a query: declarations and nodes around them, each in text order. */
export interface Findings {
  readonly definitions: readonly Definition[];
  readonly wraps: readonly Span[];
}

const kinds: ReadonlySet<string> = new Set<OutlineKind>([
  "module",
  "class",
  "interface",
  "enum",
  "type",
  "function",
  "method",
  "property",
  "constant",
  "rule",
]);

/**
 * Converts matches of a query to definitions. Of several matches of one declaration, keeps the first that has a body.
 */
export function findingsOf(matches: readonly Match[]): Findings {
  const definitions = new Map<number, Definition>();
  const wraps: Span[] = [];
  for (const match of matches) {
    const wrap = match.get("wrap");
    if (wrap !== undefined) wraps.push(wrap);
    const found = definitionOf(match);
    if (found === undefined) continue;
    const key = found.span.start * maxLength + (found.name?.start ?? -1);
    const known = definitions.get(key);
    if (known === undefined || isBetter(found, known)) definitions.set(key, found);
  }
  return { definitions: parted([...definitions.values()].toSorted(inOrder)), wraps: wraps.toSorted(bySpan) };
}

/**
 * Splits a declaration of several names, such as `const a = …, b = …`, into entries that span from one name to the
 * next.
 */
function parted(definitions: readonly Definition[]): readonly Definition[] {
  const isShared = definitions.some((each, at) => isSameSpan(each.span, definitions[at - 1]?.span));
  if (!isShared) return definitions;
  const parts = definitions.map((each, at) => partOf(each, definitions[at - 1], definitions[at + 1]));
  return parts.toSorted(inOrder);
}

function partOf(definition: Definition, before: Definition | undefined, after: Definition | undefined): Definition {
  const { span } = definition;
  const isFirst = !isSameSpan(span, before?.span);
  const isLast = !isSameSpan(span, after?.span);
  if (isFirst && isLast) return definition;
  const part = { start: isFirst ? span.start : nameStart(definition), end: isLast ? span.end : nameStart(after) };
  return part.start < part.end ? { ...definition, span: part, shared: span } : definition;
}

function nameStart(definition: Definition | undefined): number {
  return definition?.name?.start ?? definition?.span.start ?? 0;
}

function isSameSpan(span: Span, other: Span | undefined): boolean {
  return span.start === other?.start && span.end === other.end;
}

/** Upper limit of the length of a parsed text, so that two offsets fit in one safe integer. */
const maxLength = 2 ** 25;

function definitionOf(match: Match): Definition | undefined {
  for (const [capture, span] of match) {
    const meaning = meaningOf(capture);
    if (meaning === undefined) continue;
    const [name, body, owner] = [match.get("name"), match.get("body"), match.get("owner")];
    return { ...meaning, span, name, bodyStart: body?.start, owner };
  }
  return undefined;
}

type Meaning = Pick<Definition, "kind" | "onlyOutside" | "onlyApart" | "isOnlyDeclared" | "isDissolved">;

const meanings = new Map<string, Meaning | undefined>();

/** Returns what a capture name means, or `undefined`. Cached, since queries have only a few dozen names. */
function meaningOf(capture: string): Meaning | undefined {
  if (!meanings.has(capture)) meanings.set(capture, readMeaning(capture));
  return meanings.get(capture);
}

function readMeaning(capture: string): Meaning | undefined {
  const [kind = "", rule] = capture.split(".");
  if (kind !== "dissolve" && !isKind(kind)) return undefined;
  return {
    kind: isKind(kind) ? kind : "class",
    onlyOutside: rule === "outer",
    // Inside a function, `Point point(x);` is usually a variable.
    onlyApart: rule === "apart" || rule === "declared",
    isOnlyDeclared: rule === "declared",
    isDissolved: kind === "dissolve",
  };
}

function isKind(word: string): word is OutlineKind {
  return kinds.has(word);
}

/** True if a match knows the body of a declaration and the known one does not. */
function isBetter(found: Definition, known: Definition): boolean {
  return known.bodyStart === undefined && found.bodyStart !== undefined;
}

/** Orders spans by start; an outer span comes first. */
function bySpan(left: Span, right: Span): number {
  return left.start - right.start || right.end - left.end;
}

function inOrder(left: Definition, right: Definition): number {
  return bySpan(left.span, right.span) || nameStart(left) - nameStart(right);
}
