export { csv } from "./csv.ts";
export { sniffSeparatedWorkbook } from "./csv/sniff-disguise.ts";
