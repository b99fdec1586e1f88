import type { Cell } from "@reader/document/tables";
import type { DbfField } from "./dbf-header.ts";

/** Makes text of bytes in the code page of a table. */
export type DecodeText = (bytes: Uint8Array) => string;

/** A value of a record as text, and what it is. */
export function valueOf(bytes: Uint8Array, { type }: DbfField, decode: DecodeText): Pick<Cell, "text" | "kind"> {
  switch (type) {
    case "N":
    case "F":
      return { text: decode(bytes).replaceAll("\0", "").trim(), kind: "number" };
    case "D":
      return { text: dayOf(decode(bytes).trim()), kind: "date" };
    case "L":
      return { text: truths[decode(bytes).trim().toUpperCase()] ?? "", kind: "boolean" };
    case "C":
      return { text: decode(bytes).replaceAll("\0", "").trimEnd(), kind: "text" };
    default:
      return binaryValue(bytes, type);
  }
}

const truths: Readonly<Record<string, string>> = { T: "TRUE", Y: "TRUE", F: "FALSE", N: "FALSE" };

function dayOf(digits: string): string {
  return digits.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
}

/** The day of the first moment of JavaScript, as astronomers count days. */
const firstDay = 2_440_588;
const dayMs = 86_400_000;

/** Types of Visual FoxPro; what is in a file of its own (memos, pictures) is only named. */
function binaryValue(bytes: Uint8Array, type: string): Pick<Cell, "text" | "kind"> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if ((type === "I" || type === "+") && bytes.length === 4)
    return { text: String(view.getInt32(0, true)), kind: "number" };
  if (bytes.length !== 8) return { text: bytes.some((byte) => byte > 0x20) ? "(memo)" : "", kind: "text" };
  if (type === "B") return { text: String(view.getFloat64(0, true)), kind: "number" };
  if (type === "Y") return { text: String(Number(view.getBigInt64(0, true)) / 10_000), kind: "number" };
  return type === "T" ? { text: momentOf(view), kind: "date" } : { text: "(binary)", kind: "text" };
}

function momentOf(view: DataView): string {
  const day = view.getInt32(0, true);
  const moment = new Date((day - firstDay) * dayMs + view.getInt32(4, true));
  if (day === 0 || Number.isNaN(moment.getTime())) return "";
  return moment.toISOString().slice(0, 19).replace("T", " ");
}
