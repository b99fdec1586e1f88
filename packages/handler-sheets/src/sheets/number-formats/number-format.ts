/** A number format of a spreadsheet program, such as `#,##0.00` or `yyyy-mm-dd`. */
export interface NumberFormat {
  readonly isGeneral: boolean;
  /** True if it shows numbers as dates or times. */
  readonly isDate: boolean;
  formatNumber(value: number): string;
  /** Formats text; absent if text is unchanged. */
  readonly formatText: ((text: string) => string) | undefined;
}

/** Options shared by all formats of a workbook. */
export interface NumberFormatOptions {
  /** True if days are counted from 1904 instead of 1900. */
  readonly isDate1904: boolean;
}
