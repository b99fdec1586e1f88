import { Buffer } from "node:buffer";
import { codePage437 } from "./code-page-437.ts";

/** Decodes a name that is no UTF-8. */
export type DecodeLegacy = (bytes: Uint8Array) => string;

/**
 * The bytes of a name or comment as text: UTF-8 where it says so or where they are, else what its archive is written
 * in. Programs write UTF-8 without saying so more often than anything else.
 */
export function decodeName(bytes: Uint8Array, isUtf8: boolean, legacy: DecodeLegacy = decodeCodePage437): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const utf8 = buffer.toString("utf8");
  return isUtf8 || !utf8.includes("\uFFFD") ? utf8 : legacy(bytes);
}

/** The code page of the IBM PC, in which names are by the standard (APPNOTE 4.4.4 and appendix D). */
export function decodeCodePage437(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : codePage437[byte - 0x80])).join("");
}
