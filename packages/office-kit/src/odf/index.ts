export { addListStyles, flowText, linkTarget, noStyles } from "./flow-text.ts";
export type { ListStyle, TextStyles } from "./flow-text.ts";
export { decryptedPackage } from "./odf-files.ts";
export { fileIn, findOdfFiles } from "./odf-files.ts";
export type { OdfFiles } from "./odf-files.ts";
export { macroEvents, macroText } from "./odf-files.ts";
export {
  createOdfStyles,
  headingOfStyle,
  isCodeParagraph,
  isQuoteParagraph,
  scriptOfTextPosition,
} from "./odf-styles.ts";
export type { OdfFormat, OdfStyles } from "./odf-styles.ts";
export { categoryFormat } from "./chart-categories.ts";
export { chartObject, sheetCells, type TableRows, tableCells } from "./table-cells.ts";
export { withoutDoctype, withoutDoctypeAtStart } from "./without-doctype.ts";
