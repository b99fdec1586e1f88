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

/** Grammars with templates, which hold code, and with regular expressions, which hold any bracket. */
const scripts: ReadonlySet<GrammarName> = new Set(["typescript", "tsx", "javascript"]);

/** How many brackets are open at a place; not a number inside of texts in quotes, templates and comments. */
export type DepthCounter = (place: number) => number;

interface Counting {
  readonly text: string;
  readonly isScript: boolean;
  readonly skipped: RegExp;
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
  const skipped = skippedText(grammar);
  if (skipped === undefined) return undefined;
  const kinds = kindsOf(grammar);
  const counting: Counting = { text, isScript: scripts.has(grammar), skipped, templates: [], at: from, depth: 0 };
  return (place) => {
    while (counting.at < place) {
      const kind = kinds[text.charCodeAt(counting.at)] ?? kindPlain;
      if (kind === kindPlain) counting.at += 1;
      else step(counting, kind);
    }
    return counting.at > place ? Number.NaN : counting.depth;
  };
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
