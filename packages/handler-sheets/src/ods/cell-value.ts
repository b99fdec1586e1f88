import type { Cell } from "@reader/document/tables";
import type { XmlAttributes } from "@reader/office-kit/xml";

/** What a cell without words holds. */
export function valueOf(attributes: XmlAttributes): string {
  return (
    attributes["office:string-value"] ??
    attributes["office:date-value"] ??
    timeOf(attributes["office:time-value"]) ??
    attributes["office:boolean-value"]?.toUpperCase() ??
    numberOf(attributes) ??
    ""
  );
}

const duration = /^(-?)P(?:(\d{1,9})D)?T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:\.\d+)?S)?$/;

/** `PT36H30M` is `36:30:00` to people; what is no such time stays as it is. */
function timeOf(value: string | undefined): string | undefined {
  const match = duration.exec(value ?? "");
  if (match === null) return value;
  const [, sign = "", days = "0", hours = "0", minutes = "0", seconds = "0"] = match;
  const two = (digits: string): string => digits.padStart(2, "0");
  return `${sign}${Number(days) * 24 + Number(hours)}:${two(minutes)}:${two(seconds)}`;
}

function numberOf(attributes: XmlAttributes): string | undefined {
  const value = attributes["office:value"];
  if (value === undefined || attributes["office:value-type"] !== "percentage") return value;
  const percent = Number((Number(value) * 100).toPrecision(15));
  return Number.isFinite(percent) ? `${percent}%` : value;
}

const kinds: Readonly<Record<string, Cell["kind"]>> = {
  float: "number",
  percentage: "number",
  currency: "number",
  date: "date",
  time: "date",
  boolean: "boolean",
};

/** What a cell holds; formulas that failed show errors. */
export function kindOf(attributes: XmlAttributes, text: string): Cell["kind"] {
  if (attributes["calcext:value-type"] === "error" || /^#(?:[A-Z/0]+[!?]|N\/A)$/.test(text)) return "error";
  return kinds[attributes["office:value-type"] ?? ""] ?? "text";
}
