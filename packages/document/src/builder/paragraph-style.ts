/** The role of a paragraph. */
export interface ParagraphStyle {
  /** The level of a heading, from 1. */
  readonly heading?: number | undefined;
  readonly list?: ListItem | undefined;
  /** True if its lines are code. */
  readonly isCode?: boolean | undefined;
  /** True if it is a quotation. Quotations in lists are written as plain items. */
  readonly isQuote?: boolean | undefined;
}

/** The position of a paragraph in a list. */
export interface ListItem {
  /** The nesting level. Inner lists have larger numbers, which need not be consecutive. */
  readonly level: number;
  /** The label, such as `1.1` or `a)`; empty for a paragraph that continues an item. */
  readonly label: string;
  /** True for a paragraph without a label that continues the previous item, or is not part of one. */
  readonly isContinuation?: boolean | undefined;
}

/** True if a paragraph is code, and neither a heading nor a list item. */
export function isOnlyCode({ heading, list, isCode = false }: ParagraphStyle): boolean {
  return isCode && heading === undefined && list === undefined;
}

/** True if a paragraph is a quotation, and neither a heading nor a list item. */
export function isOnlyQuote({ heading, list, isQuote = false }: ParagraphStyle): boolean {
  return isQuote && heading === undefined && list === undefined;
}

/** Names of heading styles in the languages of word processors, before the level. */
const headingNames =
  /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок|επικεφαλίδα|başlık|címsor|titlu|naslov|encabezado|cabeçalho|intestazione|標題|标题|見出し|제목)[ _]*([1-9])\b/iu;

/** Returns the heading level that a style name stands for, or `undefined` for other styles. */
export function headingLevelOf(styleName: string): number | undefined {
  const found = headingNames.exec(styleName.trim());
  if (found !== null) return Number(found[1]);
  return /^title$/i.test(styleName.trim()) ? 1 : undefined;
}

/** True for the name of a quotation style; LibreOffice calls it `Quotations`. */
export function isQuoteStyle(styleName: string): boolean {
  return /^(?:(?:intense )?quot(?:e|ations?)|block ?(?:text|quote|quotation))\b/i.test(styleName.trim());
}

/** True for the name of a code style. */
export function isCodeStyle(styleName: string): boolean {
  return /^(?:html preformatted|preformatted[ _]text|source[ _]?code|plain code|code)\b/i.test(styleName.trim());
}
