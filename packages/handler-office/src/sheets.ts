// The entry from which an isolated process makes these handlers, so that it loads only their package.
export { dbf, ods, xls, xlsb, xlsx } from "@reader/handler-sheets";
