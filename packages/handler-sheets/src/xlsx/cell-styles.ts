import { childOf, childrenOf, type XmlElement } from "@reader/office-kit/xml";
import type { NumberFormat } from "../sheets/number-formats/number-format-general.ts";
import { createNumberFormats } from "../sheets/number-formats/number-formats.ts";
import { builtinNumberFormat } from "../sheets/number-formats/builtin-number-format.ts";

/** The value formats of a workbook by style number. */
export interface CellStyles {
  readonly isDate1904: boolean;
  /** True if any style changes text. */
  readonly hasTextFormats: boolean;
  /** Returns the number format of a style; `General` if the style does not exist. */
  formatOf(style: number): NumberFormat;
  formatText(style: number, text: string): string;
}

/** Reads the styles from the tree of `styles.xml`; only `General` without it. */
export async function cellStyles(root: XmlElement | undefined, isDate1904: boolean): Promise<CellStyles> {
  const custom = new Map<number, string>();
  for (const { attributes } of childrenOf(childOf(root, "numFmts"), "numFmt")) {
    custom.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "");
  }
  const identifiers = childrenOf(childOf(root, "cellXfs"), "xf").map(({ attributes }) =>
    Number(attributes["numFmtId"] ?? 0),
  );
  const codes = identifiers.map((identifier) => custom.get(identifier) ?? builtinNumberFormat(identifier));
  const make = await createNumberFormats(codes, { isDate1904 });
  const general = make("General");
  const formats: readonly NumberFormat[] = codes.map((code) => make(code));
  const formatOf = (style: number): NumberFormat => formats[style] ?? general;
  return {
    isDate1904,
    hasTextFormats: formats.some(({ formatText }) => formatText !== undefined),
    formatOf,
    formatText: (style, text) => formatOf(style).formatText?.(text) ?? text,
  };
}
