/** A rectangle in points, as the page is displayed (its rotation applied): origin at the top left, y downwards. */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** How characters look. */
export interface TextStyle {
  /** The name that the document gives the font, without the prefix of a subset. */
  readonly font: string;
  readonly sizePt: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
}

/** Characters of one line that the engine found standing together, in logical order. */
export interface TextRun {
  readonly text: string;
  readonly box: Box;
  readonly style: TextStyle;
  /** Why a reader of the page would not see it; absent where it is seen. */
  readonly hidden?: HiddenReason;
  /** Where it leads, where it is a link. */
  readonly link?: string;
}

/** Why text is not seen by who looks at the page. */
export type HiddenReason = "invisible" | "same-colour" | "tiny" | "off-page" | "covered";

/** One line of a text block, as the engine found it. */
export interface TextLine {
  readonly runs: readonly TextRun[];
  readonly box: Box;
  readonly direction: "ltr" | "rtl" | "vertical";
  /** What the tags of the document say of it; absent where they say nothing. */
  readonly tag?: LineTag;
}

/** Where a line stands in the structure that a tagged document gives itself. */
export interface LineTag {
  /** The standard name of the nearest block: `P`, `H1`, `LI`, `TD`, `Caption`, `Figure`. */
  readonly role: string;
  /** Tells the blocks of one page apart; lines of one block have the same. */
  readonly element: number;
  /** How many lists it is in. */
  readonly listDepth: number;
  /** Tells the list items of one page apart; absent outside of lists. */
  readonly item?: number;
  /** The innermost table, row and cell it is in, each with its own number on the page; absent outside of tables. */
  readonly cell?: TagCell;
}

/** The cell of a tagged table. */
export interface TagCell {
  readonly table: number;
  readonly row: number;
  readonly cell: number;
  readonly isHeader: boolean;
}

/** Lines that the engine found standing together. */
export interface TextBlock {
  readonly lines: readonly TextLine[];
  readonly box: Box;
}

/** What stands on one page. */
export interface PageContent {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly blocks: readonly TextBlock[];
  /** Text that lies wholly outside of the page, marked as such; absent where there is none. */
  readonly outside?: readonly TextLine[];
  /** By how many degrees, clockwise, the page must be turned for its text to be upright; absent where it is. */
  readonly turn?: 90 | 180 | 270;
  /** Where pictures stand. */
  readonly images: readonly Box[];
  /** Whether the page draws lines or areas, so that it may have rules; absent where that was not looked at. */
  readonly hasVectors?: boolean;
  /** Whether something is drawn right before a new line of text, so that it may be the mark of an item; absent where not. */
  readonly mayDrawBullets?: boolean;
}

/** A straight line that is drawn, or a thin filled rectangle that looks like one. */
export interface Rule {
  readonly box: Box;
  readonly orientation: "horizontal" | "vertical";
}

/** A table that was found on a page. */
export interface Table {
  readonly box: Box;
  /** Rows from the top, cells from the left, each as text in one line; rows have the same number of cells. */
  readonly rows: readonly (readonly string[])[];
  /** How many of the first rows are a header; 0 where none is. */
  readonly headerRows: number;
  /** The lines whose text is in the cells, which must not come a second time. */
  readonly lines: ReadonlySet<TextLine>;
}

/** The text of runs that stand in one line, as it stands. Most lines are one run, whose text is then not made anew. */
export function textOf(runs: readonly { readonly text: string }[]): string {
  const [first] = runs;
  if (first === undefined) return "";
  let { text } = first;
  for (let index = 1; index < runs.length; index += 1) text += runs[index]?.text ?? "";
  return text;
}
