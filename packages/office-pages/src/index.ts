export { officeFormatOf, type OfficeFormat } from "./office-types.ts";
export { withOfficePages, type OfficePageHandlers } from "./office-pages.ts";
export type { ConverterOptions } from "./page-converter.ts";
