export {
  findRecord,
  headerBytes,
  imageHeaderBytes,
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
