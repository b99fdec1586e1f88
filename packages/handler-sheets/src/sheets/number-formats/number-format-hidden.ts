import { generalText } from "./number-format-general.ts";
import type { NumberFormat } from "./number-format.ts";

/** Behind a value that its format keeps from being seen. */
const hiddenByFormat = " (hidden by its format)";

const closingParenthesis = 41;

/** Whether the text of a cell says that its format hides it. Cheap: it is asked for every cell. */
export function isHiddenByFormat(text: string): boolean {
  const { length } = text;
  if (length <= hiddenByFormat.length || text.charCodeAt(length - 1) !== closingParenthesis) return false;
  return text.endsWith(hiddenByFormat);
}

/** Sections without a character to show: `;;;` hides everything, `;;` leaves text as it is. */
const nothing = /^(?:\[[^\]]*\]|\s)*(?:;(?:\[[^\]]*\]|\s)*){2,3}$/;

/** The format of `;;;`, with which authors hide values: they are shown and marked. Undefined for any other code. */
export function createHidingFormat(code: string): NumberFormat | undefined {
  if (!nothing.test(code)) return undefined;
  const hidesText = code.replaceAll(/[^;]/g, "").length === 3;
  return {
    isGeneral: false,
    isDate: false,
    formatNumber: (value) => generalText(value) + hiddenByFormat,
    formatText: hidesText ? (text) => (text.trim() === "" ? text : text + hiddenByFormat) : undefined,
  };
}
