import type { ProfiledCell } from "./cells.ts";

/** The character before the fraction of a number. */
export type DecimalMark = "." | ",";

/** A number without signs, currencies and percent signs: what only one of the marks can mean. */
const core = String.raw`^[^\d.,]*`;
const rest = String.raw`[^\d.,]*$`;
const proofs: Readonly<Record<DecimalMark, RegExp>> = { ",": proofOf(",", "."), ".": proofOf(".", ",") };

/** A mark that cannot group thousands: after `0` or four digits, before other than three, or after another group. */
function proofOf(mark: DecimalMark, other: DecimalMark): RegExp {
  const digits = String.raw`(?:\d+(?:[ '\u00a0\u202f]\d{3})*)`;
  const grouped = String.raw`\d{1,3}(?:[${other} '\u00a0\u202f]\d{3})+`;
  const forms = [
    String.raw`${digits}[${mark}](?:\d{1,2}|\d{4,})(?:e[-+]?\d+)?`,
    String.raw`(?:0+|\d{4,}|${grouped}|)[${mark}]\d+(?:e[-+]?\d+)?`,
  ];
  return new RegExp(`${core}(?:${forms.join("|")})${rest}`, "i");
}

/**
 * Returns the decimal mark of numbers as displayed: of those that only one of the marks explains. Returns `undefined` if
 * there are none, or if they disagree.
 */
export function decimalMarkOf(cells: Iterable<ProfiledCell | undefined>): DecimalMark | undefined {
  let found: DecimalMark | undefined;
  for (const cell of cells) {
    if (cell?.kind !== "number") continue;
    for (const mark of [".", ","] as const) {
      if (!cell.text.includes(mark) || !proofs[mark].test(cell.text)) continue;
      if (found !== undefined && found !== mark) return undefined;
      found = mark;
    }
  }
  return found;
}

/** A number as displayed in English, without signs, parentheses and currency. */
const amount = /^(\d+|\d{1,3}(?:,\d{3})+)?(\.\d+)?(e[-+]?\d+)?(%?)$/i;
const around = /^([-+(])?[\p{Sc}\s]*([-+])?[\p{Sc}\s]*|[\p{Sc}\s]*\)?$/gu;
const marks = /[.,]/g;

/** Returns the value of a number as displayed; `undefined` if it is not one. */
export function numberOf(text: string, mark: DecimalMark = "."): number | undefined {
  const bare = text.replaceAll(around, "").replaceAll(/[\s']/g, "");
  const match = amount.exec(mark === "." ? bare : bare.replaceAll(marks, (each) => (each === "." ? "," : ".")));
  const digits = match?.[0].replaceAll(/[,%]/g, "") ?? "";
  const size = digits === "" ? Number.NaN : Number(digits) / (match?.[4] === "%" ? 100 : 1);
  if (Number.isNaN(size)) return undefined;
  return /^[\p{Sc}\s]*[-(]/u.test(text) ? -size : size;
}

const wholes: Readonly<Record<DecimalMark | "unknown", RegExp>> = {
  ".": wholeWith(","),
  ",": wholeWith("."),
  unknown: wholeWith(".,"),
};

function wholeWith(groups: string): RegExp {
  return new RegExp(String.raw`^[-+(]?[^\d.,]*(?:\d+|\d{1,3}(?:[${groups}'\u00a0\u202f ]\d{3})+)[^\d.,]*$`);
}

/** True if a number as displayed is an integer. Without a known mark, three digits after one may be a group. */
export function isWhole(text: string, mark: DecimalMark | undefined): boolean {
  return wholes[mark ?? "unknown"].test(text) && !text.includes("%");
}
