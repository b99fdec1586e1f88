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
 * the text is UTF-8 then only without its folds.
 */
export async function decodeFolded(source: Source): Promise<string> {
  const bytes = Buffer.from(await source.bytes());
  if (isUtf8(bytes)) return decodeSource(source);
  const unfolded = Buffer.from(bytes.toString("latin1").replaceAll(splitCharacter, "$1"), "latin1");
  return isUtf8(unfolded) ? utf8.decode(unfolded).replaceAll(/\r\n?/g, "\n") : decodeSource(source);
}

/** A byte of a character of several bytes, and a fold before its next byte. */
const splitCharacter = /([\u0080-\u00ff])\r?\n[ \t](?=[\u0080-\u00bf])/g;

/** Returns text on one line, without whitespace around it. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
