import { constants, inflateSync } from "node:zlib";
import { macroModulesOf, type MacroModule } from "@reader/office-kit/vba";
import { findRecord, recordTypes, uint32At } from "@reader/office-kit/office-art";
import type { PptFile } from "./open-ppt.ts";

/** What the storage of the macros is at most inflated to. */
const maxBytes = 16 * 1024 * 1024;

/** Whether a storage is compressed behind a word with its length ([MS-PPT], 2.10.35). */
const isCompressed = 1;

/** The modules of the macros, which the document keeps as an object with a compound file in it ([MS-PPT], 2.4.10). */
export function macrosIn(file: PptFile): Promise<readonly MacroModule[]> {
  const atom = findRecord(file.document, recordTypes.list, recordTypes.vbaInfo, recordTypes.vbaInfoAtom);
  const record = file.object(uint32At(atom?.body, 0));
  if (record?.type !== recordTypes.storage) return macroModulesOf(undefined);
  return macroModulesOf(record.instance === isCompressed ? inflated(record.body.subarray(4)) : record.body);
}

function inflated(bytes: Uint8Array): Uint8Array | undefined {
  try {
    // PowerPoint may leave out the end of what it packs.
    return new Uint8Array(inflateSync(bytes, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH }));
  } catch {
    return undefined;
  }
}
