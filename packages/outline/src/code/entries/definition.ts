import type { OutlineKind } from "@reader/core/handler";
import type { Match, Span } from "../../model/match.ts";

/** A declaration as the query of its language found it. */
export interface Definition {
  readonly kind: OutlineKind;
  readonly span: Span;
  readonly name: Span | undefined;
  /** Where the signature ends. */
  readonly bodyStart: number | undefined;
  readonly owner: Span | undefined;
  readonly onlyOutside: boolean;
  readonly onlyApart: boolean;
  readonly isOnlyDeclared: boolean;
  readonly isDissolved: boolean;
  /** The whole declaration, where it declares several names, each of which is an entry. */
  readonly shared?: Span;
}

/** What a query found: declarations and what stands around some of them, each in the order of the text. */
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

/** Sorts out the matches of a query; of two for one declaration, the one that came first and knows the body stays. */
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

/** `const a = …, b = …` is two entries behind each other: each has what stands from its name to the next one. */
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

/** More than the characters of any text that is parsed, so that two places make one safe integer. */
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

/** What a capture says of a declaration; undefined where it says nothing. Queries have a few dozen. */
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
    // In a function it is hardly ever one: `Point point(x);` is a variable that is made.
    onlyApart: rule === "apart" || rule === "declared",
    isOnlyDeclared: rule === "declared",
    isDissolved: kind === "dissolve",
  };
}

function isKind(word: string): word is OutlineKind {
  return kinds.has(word);
}

/** A pattern that says more than another one about the same declaration knows where its body begins. */
function isBetter(found: Definition, known: Definition): boolean {
  return known.bodyStart === undefined && found.bodyStart !== undefined;
}

/** What holds another one comes before it. */
function bySpan(left: Span, right: Span): number {
  return left.start - right.start || right.end - left.end;
}

function inOrder(left: Definition, right: Definition): number {
  return bySpan(left.span, right.span) || nameStart(left) - nameStart(right);
}
