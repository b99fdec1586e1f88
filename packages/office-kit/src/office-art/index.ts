export { pictureHeaderBytes } from "./records.ts";
export {
  findRecord,
  headerBytes,
  recordAt,
  recordTypes,
  recordsIn,
  recordsOf,
  stringsIn,
  uint16At,
  uint32At,
  viewOf,
  wideText,
} from "./records.ts";
export type { PptRecord } from "./records.ts";
