import { buildZip } from "@reader/testkit";
import { fromLatin1, latin1 } from "./mutators/mutator.ts";
import { withData, zipMembers } from "./mutators/zip.ts";

/**
 * Replaces a word by another one of the same length, wherever it stands in a file: in 8 or 16 bits a character, and in
 * the members of a ZIP file.
 */
export function replaceWord(bytes: Uint8Array, word: string, other: string): Uint8Array {
  const members = zipMembers(bytes);
  if (members === undefined || members.length === 0) return replaceInBytes(bytes, word, other);
  return buildZip(
    members.map((member) => {
      const data = replaceWord(member.data, word, other);
      return Buffer.from(data).equals(member.data) ? member : withData(member, data);
    }),
  );
}

function replaceInBytes(bytes: Uint8Array, word: string, other: string): Uint8Array {
  return fromLatin1(latin1(bytes).replaceAll(word, other).replaceAll(wide(word), wide(other)));
}

function wide(word: string): string {
  return Buffer.from(word, "utf16le").toString("latin1");
}
