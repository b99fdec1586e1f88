import type { Cell } from "@reader/document/tables";
import { generalText } from "../../sheets/number-formats/number-format-general.ts";
import type { CellStyles } from "../cell-styles.ts";
import type { SharedStrings } from "../shared-strings.ts";
import { valueCell } from "./cell-value.ts";
import type { PlainCell } from "./plain-cell.ts";
import type { ScannedCell } from "./row-builder.ts";

/** Creates cells from parsed values. Strings that are not loaded yet are filled in later. */
export interface CellMaker {
  /** Returns `undefined` if the cell has no value. */
  scanned(cell: ScannedCell): Cell | undefined;
  /** Creates a cell of the common form, whose value is in this text. */
  plain(cell: PlainCell, xml: string): Cell;
  /** Drops the pending strings. */
  forget(): void;
  /** Loads the pending strings and fills them in. */
  fill(): Promise<void>;
}

interface WaitingString {
  readonly cell: { text: string; kind: Cell["kind"] };
  readonly index: number;
  readonly style: number;
}

/** Creates the cell maker of one sheet. */
export function createCellMaker(styles: CellStyles, strings: SharedStrings): CellMaker {
  let waiting: WaitingString[] = [];
  const shared = (column: number, index: number, style: number): Cell => {
    const text = strings.known(index);
    if (text === undefined) {
      const cell = { column, text: "", kind: "text" as const };
      waiting.push({ cell, index, style });
      return cell;
    }
    return { column, text: styles.hasTextFormats ? styles.formatText(style, text) : text, kind: "text" };
  };
  return {
    scanned(cell) {
      const { type, value, column, style } = cell;
      // An element without text has no value.
      if (value === undefined || value === "") return undefined;
      return type === "s" ? shared(column, Number(value), style) : valueCell({ column, style, type, value }, styles);
    },
    plain(cell, xml) {
      const { column, type, value, style } = cell;
      if (type === "s") return shared(column, value, style);
      if (type === "b") return { column, text: value === 1 ? "TRUE" : "FALSE", kind: "boolean" };
      const format = styles.formatOf(style);
      const kind = format.isDate ? "date" : "number";
      return { column, text: format.isGeneral ? generalOf(cell, xml) : format.formatNumber(value), kind };
    },
    forget: () => void (waiting = []),
    async fill() {
      if (waiting.length === 0) return;
      const filled = waiting;
      waiting = [];
      await strings.load(filled.reduce((most, { index }) => (index > most ? index : most), 0));
      for (const { cell, index, style } of filled) {
        const text = strings.known(index);
        cell.text = text === undefined ? `(no shared string ${index})` : styles.formatText(style, text);
        if (text === undefined) cell.kind = "error";
      }
    },
  };
}

function generalOf({ isShort, start, end, value }: PlainCell, xml: string): string {
  return isShort ? xml.slice(start, end) : generalText(value);
}
