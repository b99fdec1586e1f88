import type { XmlAttributes } from "../xml/xml-reader.ts";

/** The tag of a cell, and where it stands. */
export interface CellStart {
  readonly attributes: XmlAttributes;
  readonly row: number;
  readonly column: number;
  /** How many rows are like its own. */
  readonly rowCount: number;
}
