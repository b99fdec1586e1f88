/** What a paragraph is. */
export interface ParagraphStyle {
  /** The level of a heading, from 1. */
  readonly heading?: number | undefined;
  readonly list?: ListItem | undefined;
  /** Whether its lines are program text. */
  readonly isCode?: boolean | undefined;
  /** Whether it is a quotation; one in a list is not shown as such. */
  readonly isQuote?: boolean | undefined;
}

/** Where a paragraph stands in a list. */
export interface ListItem {
  /** How deep: any number that is larger for lists inside other lists. */
  readonly level: number;
  /** What stands before it, such as `1.1` or `a)`; empty for a paragraph that goes on with an item. */
  readonly label: string;
  /** True for a paragraph without a label that goes on with the item before it, or that stands alone. */
  readonly isContinuation?: boolean | undefined;
}

/** Whether a paragraph is program text and nothing else. */
export function isOnlyCode({ heading, list, isCode = false }: ParagraphStyle): boolean {
  return isCode && heading === undefined && list === undefined;
}

/** Whether a paragraph is a quotation and nothing else. */
export function isOnlyQuote({ heading, list, isQuote = false }: ParagraphStyle): boolean {
  return isQuote && heading === undefined && list === undefined;
}
