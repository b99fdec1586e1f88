/** A rectangle in points, as the page is displayed (its rotation applied): origin at the top left, y downwards. */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** The style of characters. */
export interface TextStyle {
  /** The font name in the document, without the subset prefix. */
  readonly font: string;
  readonly sizePt: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
}

/** Characters of one line that the engine grouped, in logical order. */
export interface TextRun {
  readonly text: string;
  readonly box: Box;
  readonly style: TextStyle;
  /** Why the text is not visible; absent if it is. */
  readonly hidden?: HiddenReason;
  /** The target of the link, if it is one. */
  readonly link?: string;
}

/** Why text is not visible on the page. */
export type HiddenReason = "invisible" | "same-colour" | "tiny" | "off-page" | "covered";

/** One line of a text block, as grouped by the engine. */
export interface TextLine {
  readonly runs: readonly TextRun[];
  readonly box: Box;
  readonly direction: "ltr" | "rtl" | "vertical";
  /** The line's place in the tags; absent if it has none. */
  readonly tag?: LineTag;
}

/** The place of a line in the structure tree of a tagged document. */
export interface LineTag {
  /** The standard name of the nearest block element: `P`, `H1`, `LI`, `TD`, `Caption`, `Figure`. */
  readonly role: string;
  /** Identifies the block element on the page. Lines of one block have the same number. */
  readonly element: number;
  /** Number of lists around the line. */
  readonly listDepth: number;
  /** Identifies the list item on the page; absent outside lists. */
  readonly item?: number;
  /** The innermost table, row and cell, each numbered on the page; absent outside tables. */
  readonly cell?: TagCell;
}

/** True for the standard names of headings and titles in tags. */
export function isHeadingRole(role: string): boolean {
  return /^(?:H[1-6]?|Title)$/u.test(role);
}

/** A cell of a tagged table. */
export interface TagCell {
  readonly table: number;
  readonly row: number;
  readonly cell: number;
  readonly isHeader: boolean;
}

/** Lines that the engine grouped. */
export interface TextBlock {
  readonly lines: readonly TextLine[];
  readonly box: Box;
}

/** The content of one page. */
export interface PageContent {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly blocks: readonly TextBlock[];
  /** Text entirely outside the page, marked as such; absent if there is none. */
  readonly outside?: readonly TextLine[];
  /** Clockwise rotation in degrees that makes the text upright; absent if it is upright. */
  readonly rotation?: 90 | 180 | 270;
  /** The boxes of images. */
  readonly images: readonly Box[];
  /** True if the page draws lines or areas, which may be table rules; absent if not checked. */
  readonly hasVectors?: boolean;
  /** True if something is drawn right before a new line of text, which may be a list bullet; absent if not. */
  readonly mayDrawBullets?: boolean;
}

/**
 * A straight line, or a thin filled rectangle that looks like one. A slanted or curved one is known only by its box: tables
 * have none, charts and diagrams do. A tick is a short line, as at the axes of a chart; pieces of the rules of tables are
 * ticks, too.
 */
export interface Rule {
  readonly box: Box;
  readonly orientation: "horizontal" | "vertical" | "slanted" | "tick";
}

/** A table found on a page. */
export interface Table {
  readonly box: Box;
  /** Rows from the top, cells from the left, each as one line of text. All rows have the same number of cells. */
  readonly rows: readonly (readonly string[])[];
  /** Number of header rows at the top; 0 if there are none. */
  readonly headerRows: number;
  /** The lines whose text is in the cells and must not be written again. */
  readonly lines: ReadonlySet<TextLine>;
}

/** Boxes of one size side by side, each with lines of its own: business cards, badges, price labels. */
export interface CardGrid {
  readonly box: Box;
  /** The lines of each card from its top, the cards in reading order. */
  readonly cards: readonly (readonly TextLine[])[];
  /** The lines of all cards. */
  readonly lines: ReadonlySet<TextLine>;
  /** Lines that end although the next word had room in the card. */
  readonly ended: ReadonlySet<TextLine>;
}

/** Returns the text of runs in one line. Most lines have one run, whose text needs no copy. */
export function textOf(runs: readonly { readonly text: string }[]): string {
  const [first] = runs;
  if (first === undefined) return "";
  let { text } = first;
  for (let index = 1; index < runs.length; index += 1) text += runs[index]?.text ?? "";
  return text;
}
