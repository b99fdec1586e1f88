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

/** Returns text on one line, without whitespace around it. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
