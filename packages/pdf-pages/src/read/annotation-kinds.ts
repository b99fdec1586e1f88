/** Annotation types without text by the reader. */
export const silentTypes: ReadonlySet<string> = new Set([
  "Link",
  "Widget",
  "Popup",
  "PrinterMark",
  "TrapNet",
  "Watermark",
]);

/** Words for annotation types that are not words themselves. */
export const kindLabels: Readonly<Record<string, string>> = {
  Text: "comment",
  FreeText: "text box",
  StrikeOut: "strike-out",
  FileAttachment: "attachment",
  PolyLine: "line",
  Redact: "redaction mark",
  RichMedia: "media",
  "3D": "3D model",
};

/** Joins lines to a section. */
export function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
