import type { ChartTable } from "@reader/office-kit/drawing";

/** A chart on a sheet: its text, the cells that it draws, and the values that the file keeps of them. */
export interface SheetChart extends ChartTable {
  readonly series: readonly SheetChartSeries[];
  /** The cell of the title, for a title whose text the file does not keep. */
  readonly titleCell?: string | undefined;
  /** The number of rows that the longest of the tables have in the file beyond those in `tables`. */
  readonly rowsLeftOut?: number;
  /** The texts of boxes drawn in the chart. */
  readonly texts?: readonly string[];
}

/** One series, with references to its cells as formulas write them: `Data!$B$2:$B$9`. */
export interface SheetChartSeries {
  /** Empty if the series has no name, or if the file does not keep it. */
  readonly name: string;
  /** The cells of the name. */
  readonly label?: string | undefined;
  /** The cells of the categories or of the x values. */
  readonly x?: string | undefined;
  readonly y?: string | undefined;
  /** The cells of the bubble sizes. */
  readonly size?: string | undefined;
}
