const reference = /\[([^[\]]*)\]/g;

/** A formula of OpenFormula as spreadsheet programs show it: `of:=SUM([.A1:.A4])` is `SUM(A1:A4)`. */
export function formulaText(formula: string): string {
  return formula
    .replace(/^[\w-]+:/, "")
    .replace(/^=/, "")
    .replace(reference, (_, inner: string) => inner.split(":").map(cellReference).join(":"));
}

/** `.A1` is on the same sheet; `$Sheet2.A1` names one, whose `$` says nothing here. */
function cellReference(text: string): string {
  const dot = text.lastIndexOf(".");
  if (dot < 0) return text;
  const sheet = text.slice(0, dot).replace(/^\$/, "");
  return sheet === "" ? text.slice(dot + 1) : `${sheet}!${text.slice(dot + 1)}`;
}
