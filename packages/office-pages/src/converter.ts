export { officeFormatOf, type OfficeFormat } from "./office-types.ts";
export {
  createPageConverter,
  type Converted,
  type ConverterOptions,
  type PageConverter,
  type PdfFile,
} from "./page-converter.ts";
export { findSoffice } from "./soffice.ts";
