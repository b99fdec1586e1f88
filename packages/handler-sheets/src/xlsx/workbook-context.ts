import type { HandlerContext } from "@reader/core/handler";
import type { OfficePackage } from "@reader/office-kit/package";
import type { CellStyles } from "./cell-styles.ts";
import type { SharedStrings } from "./shared-strings.ts";
import type { SheetMemory } from "./sheet-windows.ts";

/** What all sheets of one workbook share. */
export interface WorkbookContext {
  readonly office: OfficePackage;
  /** Selectors of embedded files, by part name. */
  readonly fileNames: ReadonlyMap<string, string>;
  readonly path: string;
  readonly context: HandlerContext;
  readonly styles: CellStyles;
  readonly strings: SharedStrings;
  /** Names of comment authors by identifier. */
  readonly persons: ReadonlyMap<string, string>;
  readonly memory: SheetMemory;
  /** Identifies this file among all files. */
  readonly key: string;
  /** The remaining cache size for small sheets, so that they are unpacked once. */
  readonly room: { bytes: number };
}
