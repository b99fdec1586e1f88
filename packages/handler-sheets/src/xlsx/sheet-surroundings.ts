import type { HandlerContext } from "@reader/core/handler";
import type { OfficePackage } from "@reader/office-kit/package";
import type { CellStyles } from "./cell-styles.ts";
import type { SharedStrings } from "./shared-strings.ts";
import type { SheetMemory } from "./sheet-windows.ts";

/** What all sheets of one workbook share. */
export interface SheetSurroundings {
  readonly office: OfficePackage;
  /** By which embedded files are selected, by the names of their parts. */
  readonly fileNames: ReadonlyMap<string, string>;
  readonly path: string;
  readonly context: HandlerContext;
  readonly styles: CellStyles;
  readonly strings: SharedStrings;
  /** Names of people by their identifiers, for comments. */
  readonly persons: ReadonlyMap<string, string>;
  readonly memory: SheetMemory;
  /** Distinguishes this very file from any other. */
  readonly key: string;
  /** What may still be kept of small sheets, so that they are unpacked once. */
  readonly room: { bytes: number };
}
