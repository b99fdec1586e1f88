import type { Table, TextLine } from "../../model/page-content.ts";
import { isNumeric } from "./cell-kinds.ts";
import type { Fragment } from "./fragment.ts";
import { textEms } from "./text-width.ts";
import { visualRows } from "./visual-rows.ts";

/** A currency sign, alone or at the end of a text. */
const endsInSign = /\p{Sc}$/u;
const sign = /^[A-Z]{0,2}\p{Sc}$/u;

/** A sign behind the value of the column before, which the engine gave as one text. */
const valueAndSign = /^(.*\d.{0,4}|[-–—.…]+|n\/a)\s+(\p{Sc})$/iu;

/** Matches what no amount has: a sign behind it, or the signs of dates and times. */
const notInAmounts = /[/:\p{Sc}]/u;

/** Fragments of a page whose amounts have their signs. */
export interface SignedFragments {
  readonly fragments: readonly Fragment[];
  /** The lines of the signs, by the line of their amount. */
  readonly signs: ReadonlyMap<TextLine, readonly TextLine[]>;
}

/**
 * Joins currency signs with the amounts to their right, however far these are. Accounts set the sign apart, in the first
 * row and in totals, so it is no cell of its own. The position of a cell stays that of the amount. A row that ends in a
 * sign has them behind its amounts, and stays as it is.
 */
export function withCurrencySigns(fragments: readonly Fragment[]): SignedFragments {
  const signed: Signed = { joined: new Map(), signs: new Map() };
  if (!fragments.some(isSign)) return { fragments, signs: signed.signs };
  for (const row of visualRows(fragments)) {
    if (!endsInSign.test(row.fragments.at(-1)?.text ?? "")) joinSigns(row.fragments, signed);
  }
  const { joined, signs } = signed;
  return { fragments: fragments.flatMap((one) => (joined.has(one) ? (joined.get(one) ?? []) : one)), signs };
}

interface Signed {
  /** What became of a fragment: an amount with its sign, or nothing of a sign. */
  readonly joined: Map<Fragment, Fragment | undefined>;
  readonly signs: Map<TextLine, TextLine[]>;
}

/** Joins the signs of a row, from the right: the value before a sign may have its own sign further left. */
function joinSigns(row: readonly Fragment[], { joined, signs }: Signed): void {
  for (let index = row.length - 2; index >= 0; index -= 1) {
    const [fragment, next] = row.slice(index, index + 2);
    if (fragment === undefined || next === undefined) return;
    const amount = joined.get(next) ?? next;
    const found = signIn(fragment);
    if (found === undefined || !isAmount(amount)) continue;
    joined.set(fragment, found.value).set(next, { ...amount, text: `${found.sign}${amount.text}` });
    const own = signs.get(next.line);
    if (own === undefined) signs.set(next.line, [fragment.line]);
    else own.push(fragment.line);
  }
}

/** A currency sign at the end of a fragment, and the value that precedes it. */
interface FoundSign {
  readonly sign: string;
  readonly value?: Fragment;
}

function signIn(fragment: Fragment): FoundSign | undefined {
  const { text, box, sizePt, line } = fragment;
  if (!endsInSign.test(text) || line.direction !== "ltr") return undefined;
  if (isSign(fragment)) return { sign: text };
  const [, value, found] = valueAndSign.exec(text) ?? [];
  if (value === undefined || found === undefined) return undefined;
  return { sign: found, value: { ...fragment, text: value, box: { ...box, x1: box.x0 + textEms(value) * sizePt } } };
}

function isSign({ text }: Fragment): boolean {
  return sign.test(text);
}

function isAmount({ text, line }: Fragment): boolean {
  return isNumeric(text) && !notInAmounts.test(text) && line.direction === "ltr";
}

/** Adds the lines of the signs in a table to its lines. */
export function withSigns(table: Table, signs: SignedFragments["signs"]): Table {
  const own = [...table.lines].flatMap((line) => signs.get(line) ?? []);
  return own.length === 0 ? table : { ...table, lines: new Set([...table.lines, ...own]) };
}
