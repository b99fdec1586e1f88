import { Buffer, isUtf8 } from "node:buffer";
import { createLegacyDecoder } from "@reader/core/decoders";

/** Size of the sample for guessing the encoding: some thousand names. */
const sampleBytes = 64 * 1024;

/** Minimum confidence of a guess if the names are plausible in the standard's code page, and if not. */
const againstSense = 0.7;
const againstNonsense = 0.3;

/** Matches characters that names use in that code page. Box drawing and mathematical signs indicate another one. */
const western = /^[\p{Script=Latin}\0-\x7f£¥]*$/u;

/** Matches an accented capital inside a word, which does not occur in real names. */
const mixed = /\p{Ll}[ÇÄÅÉÆÖÜÑ]/u;

/**
 * Guesses the encoding of names that are not UTF-8. Programs use the code page of their machine and do not record it,
 * so all names are considered together.
 */
export class LegacyNames {
  readonly #sample: Uint8Array[] = [];
  #sampleBytes = 0;
  #decode: DecodeLegacy = decodeCodePage437;

  /** Decodes a name with the chosen encoding. */
  readonly decode: DecodeLegacy = (bytes) => this.#decode(bytes);

  /** Adds a name that is not marked as UTF-8 to the sample. */
  add(bytes: Uint8Array, [start, end]: readonly [start: number, end: number]): void {
    if (this.#sampleBytes >= sampleBytes || isAsciiIn(bytes, start, end)) return;
    const name = bytes.subarray(start, end);
    if (isUtf8(name)) return;
    this.#sample.push(name, lineFeed);
    this.#sampleBytes += name.length + 1;
  }

  /** Chooses the encoding of all names. */
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

/** A fast path: nearly all names are ASCII, and there may be a million. */
function isAsciiIn(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if ((bytes[at] ?? 0) >= 0x80) return false;
  return true;
}

/** Decodes a name that is not UTF-8. */
type DecodeLegacy = (bytes: Uint8Array) => string;

/**
 * Decodes a name or comment as UTF-8 if it is marked or valid as such, or else with the encoding of the archive. Many
 * programs write UTF-8 without marking it.
 */
export function decodeName(bytes: Uint8Array, isUtf8: boolean, legacy: DecodeLegacy = decodeCodePage437): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const utf8 = buffer.toString("utf8");
  return isUtf8 || !utf8.includes("\uFFFD") ? utf8 : legacy(bytes);
}

/** Code page 437, the standard encoding of names (APPNOTE 4.4.4 and appendix D). */
function decodeCodePage437(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : codePage437[byte - 0x80])).join("");
}

/** The upper half of code page 437, from 0x80. */
const codePage437: string =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ" +
  "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
  "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀" +
  "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
