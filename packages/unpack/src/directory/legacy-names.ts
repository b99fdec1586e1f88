import { Buffer, isUtf8 } from "node:buffer";
import { createLegacyDecoder } from "@reader/core/handler";
import { decodeCodePage437, type DecodeLegacy } from "./decode-name.ts";

/** Bytes of names by which their encoding is guessed: those of some thousand. */
const sampleBytes = 64 * 1024;

/** How sure a guess must be where the names make sense in the code page of the standard, and where they do not. */
const againstSense = 0.7;
const againstNonsense = 0.3;

/** What names are written with, in that code page; box drawing, mathematics and the like speak against it. */
const western = /^[\p{Script=Latin}\0-\x7f£¥]*$/u;

/** Nobody writes a capital with an accent into the middle of a word. */
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
