const reference = /\[([^[\]]*)\]/g;

/**
 * Converts an OpenFormula formula to the notation of spreadsheet programs: `of:=SUM([.A1:.A4])` becomes `SUM(A1:A4)`.
 */
export function formulaText(formula: string): string {
  return formula
    .replace(/^[\w-]+:/, "")
    .replace(/^=/, "")
    .replace(reference, (_, inner: string) => inner.split(":").map(cellReference).join(":"));
}

/** Converts `.A1` (same sheet) or `$Sheet2.A1`. The `$` before a sheet name is dropped. */
function cellReference(text: string): string {
  const dot = text.lastIndexOf(".");
  if (dot < 0) return text;
  const sheet = text.slice(0, dot).replace(/^\$/, "");
  return sheet === "" ? text.slice(dot + 1) : `${sheet}!${text.slice(dot + 1)}`;
}
