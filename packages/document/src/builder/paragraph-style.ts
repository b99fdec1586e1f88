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

/** What word processors call their heading styles in the languages in which they are sold, before the level. */
const headingNames =
  /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок|επικεφαλίδα|başlık|címsor|titlu|naslov|encabezado|cabeçalho|intestazione|標題|标题|見出し|제목)[ _]*([1-9])\b/iu;

/** The level of a heading by the name of its style; undefined for a style that is none. */
export function headingLevelOf(styleName: string): number | undefined {
  const found = headingNames.exec(styleName.trim());
  if (found !== null) return Number(found[1]);
  return /^title$/i.test(styleName.trim()) ? 1 : undefined;
}

/** Whether a style is for what is quoted, by its name; that of LibreOffice is called `Quotations`. */
export function isQuoteStyle(styleName: string): boolean {
  return /^(?:(?:intense )?quot(?:e|ations?)|block ?(?:text|quote|quotation))\b/i.test(styleName.trim());
}

/** Whether a style is for program text, by its name. */
export function isCodeStyle(styleName: string): boolean {
  return /^(?:html preformatted|preformatted[ _]text|source[ _]?code|plain code|code)\b/i.test(styleName.trim());
}
