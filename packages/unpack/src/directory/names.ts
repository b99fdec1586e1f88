import { Buffer, isUtf8 } from "node:buffer";
import { createLegacyDecoder } from "@reader/core/handler";

/** Bytes of names by which their encoding is guessed: those of some thousand. */
const sampleBytes = 64 * 1024;

/** How sure a guess must be where the names make sense in the code page of the standard, and where they do not. */
const againstSense = 0.7;
const againstNonsense = 0.3;

/** Matches characters that names use in that code page. Box drawing and mathematical signs indicate another one. */
const western = /^[\p{Script=Latin}\0-\x7f£¥]*$/u;

/** Matches an accented capital inside a word, which does not occur in real names. */
const mixed = /\p{Ll}[ÇÄÅÉÆÖÜÑ]/u;

/**
 * The names of an archive that are no UTF-8. Programs write them in the code page of their machine, and nothing says
 * which that was: all of them together tell it.
 */
export class LegacyNames {
  readonly #sample: Uint8Array[] = [];
  #sampleBytes = 0;
  #decode: DecodeLegacy = decodeCodePage437;

  /** Decodes a name, in the way that was decided on. */
  readonly decode: DecodeLegacy = (bytes) => this.#decode(bytes);

  /** Takes note of a name that does not say that it is UTF-8, in these bytes. */
  add(bytes: Uint8Array, [start, end]: readonly [start: number, end: number]): void {
    if (this.#sampleBytes >= sampleBytes || isAsciiIn(bytes, start, end)) return;
    const name = bytes.subarray(start, end);
    if (isUtf8(name)) return;
    this.#sample.push(name, lineFeed);
    this.#sampleBytes += name.length + 1;
  }

  /** Decides on the encoding of all names. */
  async decide(): Promise<void> {
    if (this.#sample.length === 0) return;
    const sample = new Uint8Array(Buffer.concat(this.#sample)).subarray(0, sampleBytes);
    const { confidence, decode } = await createLegacyDecoder(sample);
    const standard = decodeCodePage437(sample);
    const wanted = western.test(standard) && !mixed.test(standard) ? againstSense : againstNonsense;
    if (confidence >= wanted) this.#decode = decode;
  }
}

const lineFeed = Uint8Array.of(0x0a);

/** Nearly all names are ASCII, and there may be a million. */
function isAsciiIn(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if ((bytes[at] ?? 0) >= 0x80) return false;
  return true;
}

/** Decodes a name that is no UTF-8. */
type DecodeLegacy = (bytes: Uint8Array) => string;

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
function decodeCodePage437(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : codePage437[byte - 0x80])).join("");
}

/** The upper half of the code page of the IBM PC, from 0x80 on. */
const codePage437: string =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ" +
  "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
  "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀" +
  "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
