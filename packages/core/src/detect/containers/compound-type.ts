import type { MediaType } from "../../contract/media-type.ts";
import { readCompoundDirectory } from "./compound-directory.ts";
import type { Peek } from "../peek.ts";

/** Any compound file of which nothing more is known. */
const anyCompound: MediaType = "application/x-ole-storage";

/** Streams and storages that tell the program, the more special first. */
const kinds: readonly (readonly [RegExp, MediaType])[] = [
  [/^EncryptedPackage$/i, "application/x-ooxml-encrypted"],
  [/^WordDocument$/i, "application/msword"],
  [/^PowerPoint Document$|^PP40$|^PP97_DUALSTORAGE$/i, "application/vnd.ms-powerpoint"],
  [/^__properties_version1\.0$|^__nameid_version1\.0$|^__substg1\.0_/i, "application/vnd.ms-outlook"],
  [/^VisioDocument$/i, "application/vnd.visio"],
  [/^Quill$/i, "application/x-mspublisher"],
  [/^Props(?:9|1[24])?$|^ {3}1\d\d$/i, "application/vnd.ms-project"],
  [/^MatOST$|^WksSSWorkBook$/i, "application/vnd.ms-works"],
  [/^.?HwpSummaryInformation$/i, "application/x-hwp"],
  [/^StarWriterDocument$/i, "application/vnd.stardivision.writer"],
  [/^StarCalcDocument$/i, "application/vnd.stardivision.calc"],
  [/^StarImpressDocument$|^StarDrawDocument3?$/i, "application/vnd.stardivision.impress"],
  [/^Workbook$|^Book$/i, "application/vnd.ms-excel"],
  // Names in installer packages are packed into these code points.
  [/^[\u3800-\u4840]{2,}$/, "application/x-msi"],
];

/** Classes of documents whose streams have other names, by the first half of the class. */
const classes: Readonly<Record<string, MediaType>> = {
  "0609020000000000": "application/msword",
  "0009020000000000": "application/msword",
  "2008020000000000": "application/vnd.ms-excel",
  "1008020000000000": "application/vnd.ms-excel",
  "108d81649b4fcf11": "application/vnd.ms-powerpoint",
  "0b0d020000000000": "application/vnd.ms-outlook",
  b25aa40e0a9ed111: "application/vnd.ms-works",
  "84100c0000000000": "application/x-msi",
};

/** What kind of compound file it is: by the names at its top, else by the class of the document. */
export async function compoundTypeOf(peek: Peek): Promise<MediaType> {
  const directory = await readCompoundDirectory(peek);
  if (directory === undefined) return anyCompound;
  const { names, classId } = directory;
  const byName = kinds.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
  return byName ?? classes[classId.slice(0, 16)] ?? anyCompound;
}
