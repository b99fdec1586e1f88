import { isUtf8 } from "node:buffer";
import { createTextDecoder } from "@reader/core/decoders";
import type { Source } from "@reader/core/handler";

/** Returns the text of a file in its encoding, with `\n` at the end of each line. */
export async function decodeSource(source: Source): Promise<string> {
  const bytes = await source.bytes();
  const { text } = source.sniff;
  const decoded =
    text === undefined ? utf8.decode(bytes) : createTextDecoder(text).decode(bytes.subarray(text.bomBytes));
  return (await decoded).replaceAll(/\r\n?/g, "\n");
}

const utf8 = new TextDecoder();

/**
 * Returns the text of a file with folded lines (RFC 5545, RFC 6350). Some programs fold between the bytes of a character:
 * the text is UTF-8 then only with these folds behind their characters.
 */
export async function decodeFolded(source: Source): Promise<string> {
  const bytes = Buffer.from(await source.bytes());
  if (isUtf8(bytes)) return decodeSource(source);
  const moved = bytes.toString("latin1").replaceAll(character, (written) => {
    const folds = written.match(fold) ?? [];
    return written.replaceAll(fold, "") + folds.join("");
  });
  const whole = Buffer.from(moved, "latin1");
  return isUtf8(whole) ? utf8.decode(whole).replaceAll(/\r\n?/g, "\n") : decodeSource(source);
}

/** The bytes of a character, perhaps with folds between them. */
const character = /[\u00c2-\u00f4](?:(?:\r?\n[ \t])?[\u0080-\u00bf]){1,3}/g;
const fold = /\r?\n[ \t]/g;

/** Returns text on one line, without whitespace around it. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
