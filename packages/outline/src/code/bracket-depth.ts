import type { GrammarName } from "../engine.ts";
import { regularExpressionEnd } from "./regular-expression.ts";
import { beginsSkipped, skippedText } from "./skipped-text.ts";

const kindPlain = 0;
const kindOpening = 1;
const kindClosing = 2;
const kindSkipped = 3;
const kindTemplate = 4;

const braceClose = 0x7d;
const stroke = 0x2f;
const semicolon = 0x3b;

/** Grammars with templates, which hold code, and with regular expressions, which hold any bracket. */
const scripts: ReadonlySet<GrammarName> = new Set(["typescript", "tsx", "javascript"]);

/** How many brackets are open at a place; not a number inside of texts in quotes, templates and comments. */
export type DepthCounter = (place: number) => number;

interface Counting {
  readonly text: string;
  readonly isScript: boolean;
  readonly skipped: RegExp;
  readonly kinds: Uint8Array;
  /** The depths that code inside of templates began at. */
  readonly templates: number[];
  at: number;
  depth: number;
}

/**
 * Counts the brackets from a place on, to be asked in the order of the text. As sure as one can be without a parser: what
 * is a regular expression is told by what stands before it. Undefined for a language whose brackets nobody can count so.
 */
export function countBrackets(text: string, grammar: GrammarName, from: number): DepthCounter | undefined {
  const counting = countingOf(text, grammar, from);
  if (counting === undefined) return undefined;
  const { kinds } = counting;
  return (place) => {
    while (counting.at < place) {
      const kind = kinds[text.charCodeAt(counting.at)] ?? kindPlain;
      if (kind === kindPlain) counting.at += 1;
      else step(counting, kind);
    }
    return counting.at > place ? Number.NaN : counting.depth;
  };
}

function countingOf(text: string, grammar: GrammarName, from: number): Counting | undefined {
  const skipped = skippedText(grammar);
  if (skipped === undefined) return undefined;
  const [isScript, kinds] = [scripts.has(grammar), kindsOf(grammar)];
  return { text, isScript, skipped, kinds, templates: [], at: from, depth: 0 };
}

/** Is told of what brackets and semicolons a text has, outside of texts in quotes, templates and comments. */
export interface MarkVisitor {
  /** A bracket that opens, at a place; also that of code inside of a template. */
  open(at: number): void;
  close(at: number): void;
  /** A semicolon. */
  end(at: number): void;
  /** A text in quotes or a comment, from its first character on. */
  skip(from: number, until: number): void;
}

/** Goes through a text once, as sure as `countBrackets` is; through nothing of a language that cannot be counted so. */
export function visitMarks(text: string, grammar: GrammarName, visitor: MarkVisitor): void {
  const counting = countingOf(text, grammar, 0);
  if (counting === undefined) return;
  const { kinds } = counting;
  while (counting.at < text.length) {
    const { at, depth } = counting;
    const unit = text.charCodeAt(at);
    const kind = kinds[unit] ?? kindPlain;
    if (kind === kindPlain) {
      if (unit === semicolon) visitor.end(at);
      counting.at += 1;
    } else {
      step(counting, kind);
      if (counting.depth > depth) visitor.open(at);
      else if (counting.depth < depth) visitor.close(at);
      else if (kind === kindSkipped) visitor.skip(at, counting.at);
    }
  }
}

function step(counting: Counting, kind: number): void {
  if (kind === kindSkipped) skip(counting);
  else if (kind === kindTemplate) goThroughTemplate(counting);
  else if (kind === kindClosing) close(counting);
  else {
    counting.at += 1;
    counting.depth += 1;
  }
}

function skip(counting: Counting): void {
  const { text, at, skipped, isScript } = counting;
  const end = matchEnd(text, at, skipped);
  const isRegular = end === 0 && isScript && text.charCodeAt(at) === stroke;
  counting.at = Math.max(at + 1, isRegular ? regularExpressionEnd(text, at) : end);
}

function close(counting: Counting): void {
  const { text, at, templates } = counting;
  counting.depth -= 1;
  const isOfTemplate = templates.at(-1) === counting.depth && text.charCodeAt(at) === braceClose;
  if (isOfTemplate) {
    templates.pop();
    goThroughTemplate(counting);
  } else counting.at += 1;
}

const templateMark = /`|\$\{|\\/g;

/** The text of a template behind the mark at this place, up to its end or to code in it; nothing may close it at all. */
function goThroughTemplate(counting: Counting): void {
  const { text, templates } = counting;
  templateMark.lastIndex = counting.at + 1;
  for (let found = templateMark.exec(text); found !== null; found = templateMark.exec(text)) {
    if (found[0] === "\\") {
      templateMark.lastIndex += 1;
      continue;
    }
    counting.at = templateMark.lastIndex;
    if (found[0] === "${") {
      templates.push(counting.depth);
      counting.depth += 1;
    }
    return;
  }
  counting.at = text.length;
}

const tables = new Map<GrammarName, Uint8Array>();

/** What a character of ASCII may be; a loop over millions of characters asks. */
function kindsOf(grammar: GrammarName): Uint8Array {
  const table = tables.get(grammar) ?? Uint8Array.from({ length: 128 }, (_, unit) => kindOf(unit, grammar));
  tables.set(grammar, table);
  return table;
}

function kindOf(unit: number, grammar: GrammarName): number {
  const character = String.fromCodePoint(unit);
  if ("([{".includes(character)) return kindOpening;
  if (")]}".includes(character)) return kindClosing;
  if (character === "`" && scripts.has(grammar)) return kindTemplate;
  return beginsSkipped(grammar).includes(character) ? kindSkipped : kindPlain;
}

/** Where a text ends that matches at a place; 0 where none does. */
export function matchEnd(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : 0;
}
