import { Buffer } from "node:buffer";
import { codePage437 } from "./code-page-437.ts";

/**
 * The bytes of a name or comment as text: UTF-8 where it says so or where they are, else the code page of the IBM PC
 * (APPNOTE 4.4.4 and appendix D). Programs write UTF-8 without saying so more often than that page.
 */
export function decodeName(bytes: Uint8Array, isUtf8: boolean): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const utf8 = buffer.toString("utf8");
  return isUtf8 || !utf8.includes("\uFFFD") ? utf8 : decodeCodePage437(bytes);
}

function decodeCodePage437(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : codePage437[byte - 0x80])).join("");
}
