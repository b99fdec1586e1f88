import type { Table, TextLine } from "../../model/page-content.ts";
import { isNumeric } from "./cell-kinds.ts";
import type { Fragment } from "./fragment.ts";
import { visualRows } from "./visual-rows.ts";

/** A currency sign alone, which accounts set apart from its amount: at the left of the column, or in its own. */
const sign = /^[A-Z]{0,2}\p{Sc}$/u;

/** Matches what no amount has, but a date or a time does. */
const notInAmounts = /[/:]/u;

/** Fragments of a page whose amounts have their signs. */
export interface SignedFragments {
  readonly fragments: readonly Fragment[];
  /** The line of each sign, by the line of its amount. */
  readonly signs: ReadonlyMap<TextLine, readonly TextLine[]>;
}

/**
 * Joins currency signs with the amounts to their right, however far these are. Accounts write the sign only in the first
 * row and before totals, so it is no cell of its own. The position of a cell stays that of the amount.
 */
export function withCurrencySigns(fragments: readonly Fragment[]): SignedFragments {
  const signs = new Map<TextLine, TextLine[]>();
  if (!fragments.some(isSign)) return { fragments, signs };
  const joined = new Map<Fragment, readonly Fragment[]>();
  for (const row of visualRows(fragments)) {
    for (const [index, fragment] of row.fragments.entries()) {
      const amount = row.fragments[index + 1];
      if (amount === undefined || !isSign(fragment) || !isAmount(amount)) continue;
      joined.set(fragment, []).set(amount, [{ ...amount, text: `${fragment.text}${amount.text}` }]);
      signs.set(amount.line, [...(signs.get(amount.line) ?? []), fragment.line]);
    }
  }
  return { fragments: fragments.flatMap((fragment) => joined.get(fragment) ?? [fragment]), signs };
}

function isSign({ text, line }: Fragment): boolean {
  return sign.test(text) && line.direction === "ltr";
}

function isAmount({ text, line }: Fragment): boolean {
  return isNumeric(text) && !notInAmounts.test(text) && line.direction === "ltr";
}

/** Adds the lines of the signs in a table to its lines. */
export function withSigns(table: Table, signs: SignedFragments["signs"]): Table {
  const own = [...table.lines].flatMap((line) => signs.get(line) ?? []);
  return own.length === 0 ? table : { ...table, lines: new Set([...table.lines, ...own]) };
}
