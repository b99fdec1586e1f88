import type { XmlAttributes } from "@reader/office-kit/xml";

/** The tag of a cell, and where it stands. */
export interface CellStart {
  readonly attributes: XmlAttributes;
  readonly row: number;
  readonly column: number;
  /** How many rows are like its own. */
  readonly rowCount: number;
}
