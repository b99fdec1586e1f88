import { openCompoundFile } from "../compound/compound-file.ts";
import type { OfficePackage } from "../package/office-package.ts";
import { readOleNative } from "../xls/ole-native.ts";
import type { EmbeddedFile } from "./workbook.ts";

/** Where Office programs keep the files of other programs. */
const folder = /(?:^|\/)embeddings\/([^/]+)$/i;

/** The files inside a workbook that is a package, by the last segments of their names. */
export function embeddedParts({ zip }: OfficePackage): readonly EmbeddedFile[] {
  return zip.entries.flatMap((entry) => {
    const name = folder.exec(entry.name)?.[1];
    return name === undefined ? [] : [{ name, bytes: async () => unwrapped(name, await zip.read(entry)) }];
  });
}

const wrapper = /\.bin$/i;

/** Files that are not of Office are kept in a compound file ([MS-OLEDS] 1.3.5), from which they are taken. */
async function unwrapped(name: string, bytes: Uint8Array): Promise<Uint8Array> {
  if (!wrapper.test(name)) return bytes;
  const file = await openCompoundFile({ path: name, bytes: () => Promise.resolve(bytes) });
  const whole = file.stream("CONTENTS") ?? file.stream("Package");
  return whole ?? readOleNative(file.stream("\u0001Ole10Native"))?.bytes ?? bytes;
}
