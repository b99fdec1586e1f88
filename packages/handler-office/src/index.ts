export {
  csv,
  dbf,
  doc,
  docx,
  encryptedOffice,
  epub,
  odp,
  ods,
  odt,
  ppt,
  pptx,
  rtf,
  xls,
  xlsb,
  xlsx,
} from "./office.ts";
export { office } from "./office.ts";
export { sniffSeparatedWorkbook } from "@reader/handler-csv";
export { sniffMarkupWorkbook } from "@reader/handler-sheets";
export { sniffFlatPresentation } from "@reader/handler-slides";
export { sniffFlatDocument, sniffMarkupDocument } from "@reader/handler-word";
