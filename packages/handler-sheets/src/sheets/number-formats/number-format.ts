/** A number format of a spreadsheet program, such as `#,##0.00` or `yyyy-mm-dd`. */
export interface NumberFormat {
  readonly isGeneral: boolean;
  /** Whether it shows numbers as dates or times. */
  readonly isDate: boolean;
  formatNumber(value: number): string;
  /** What it makes of text; absent where it leaves it as it is. */
  readonly formatText: ((text: string) => string) | undefined;
}

/** What formats have in common in one workbook. */
export interface NumberFormatOptions {
  /** Whether days are counted from 1904 instead of 1900. */
  readonly isDate1904: boolean;
}
