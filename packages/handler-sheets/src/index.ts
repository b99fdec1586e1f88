export { dbf } from "./dbf.ts";
export { encryptedOffice } from "./sheets.ts";
export { ods } from "./ods.ts";
export { sheets } from "./sheets.ts";
export { xls } from "./xls.ts";
export { sniffMarkupWorkbook } from "./xls/sniff-markup.ts";
export { xlsb } from "./xlsb.ts";
export { xlsx } from "./xlsx.ts";
