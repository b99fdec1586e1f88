export { findTables } from "./find-tables.ts";
export { findCards } from "./ruled/card-grids.ts";
export { rulesAmong } from "./ruled/rule-lines.ts";
export { suggestsTable } from "./suggests-table.ts";
