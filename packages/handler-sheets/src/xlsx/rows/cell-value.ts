import type { Cell } from "@reader/document/tables";
import type { CellStyles } from "../cell-styles.ts";
import { unescapeCharacters } from "./xml-text.ts";

/** The type of a cell value (ISO/IEC 29500-1, 18.18.11). */
export type CellType = "n" | "s" | "str" | "inlineStr" | "b" | "e" | "d";

/** The stored value of a cell. */
export interface WrittenValue {
  readonly column: number;
  readonly style: number;
  readonly type: CellType;
  readonly value: string;
}

/** Formats a value that is not a shared string. Returns `undefined` if it is only spaces. */
export function valueCell({ column, style, type, value }: WrittenValue, styles: CellStyles): Cell | undefined {
  switch (type) {
    case "n":
      return numberCell({ column, style, value }, styles);
    case "b":
      return { column, text: /^(?:1|true)$/.test(value) ? "TRUE" : "FALSE", kind: "boolean" };
    case "e":
      return { column, text: value, kind: "error" };
    case "d":
      return dateCell({ column, style, value }, styles);
    case "s":
    case "str":
    case "inlineStr":
      return { column, text: styles.formatText(style, unescapeCharacters(value)), kind: "text" };
  }
}

const longIdentifier = /^-?[1-9]\d{15,19}$/;

interface WrittenNumber {
  readonly column: number;
  readonly style: number;
  readonly value: string;
}

function numberCell({ column, style, value }: WrittenNumber, styles: CellStyles): Cell | undefined {
  const trimmed = value.trim();
  if (trimmed === "") return undefined;
  const number = Number(trimmed);
  if (!Number.isFinite(number)) return { column, text: trimmed, kind: "text" };
  const format = styles.formatOf(style);
  // Programs write identifiers with more digits than a double holds, so the original text is kept.
  if (format.isGeneral && longIdentifier.test(trimmed)) return { column, text: trimmed, kind: "number" };
  return { column, text: format.formatNumber(number), kind: format.isDate ? "date" : "number" };
}

const isoDate = /^(-?\d{4,6})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?/;
const isoTime = /^T?(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?/;

/** Formats an ISO date with the cell's format if it is a date format; otherwise keeps its text. */
function dateCell({ column, style, value }: WrittenNumber, styles: CellStyles): Cell {
  const serial = serialOf(value.trim(), styles.isDate1904);
  const format = styles.formatOf(style);
  const text = serial === undefined || !format.isDate ? value.trim() : format.formatNumber(serial);
  return { column, text, kind: "date" };
}

const dayMs = 86_400_000;

function serialOf(value: string, isDate1904: boolean): number | undefined {
  const time = isoTime.exec(value);
  if (time !== null) return dayPart(time[1], time[2], time[3]);
  const date = isoDate.exec(value);
  if (date === null) return undefined;
  const epoch = isDate1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const day = (Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3])) - epoch) / dayMs;
  // The 1900 date system counts 29 February 1900, which did not exist (ISO/IEC 29500-1, 18.17.4.1).
  const leap = !isDate1904 && day <= 60 ? 1 : 0;
  return day - leap + dayPart(date[4], date[5], date[6]);
}

function dayPart(hours = "0", minutes = "0", seconds = "0"): number {
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400;
}
