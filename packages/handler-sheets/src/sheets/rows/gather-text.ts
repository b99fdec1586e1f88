import { textOfBytes } from "../bytes.ts";

/** Characters of the second piece; the first comes as it is, and each that follows has twice as many. */
const startCharacters = 65_536;

/**
 * Bytes from which on Node keeps text that it decodes outside of V8's heap (`EXTERN_APEX` in its `string_bytes.cc`).
 * The text of a large answer is then not copied by the collector, whose young heap grows to 128 MB on what it copies:
 * 500 000 rows in one answer take 50 MB less at their peak.
 */
const mostCharacters = 1_048_576;

/** No character of a string takes more bytes in UTF-8. */
const maxUnitBytes = 3;

/** The same text in fewer pieces; what had come before an error comes before it here, too. */
export async function* gatherText(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  const encoder = new TextEncoder();
  let bytes: Uint8Array = new Uint8Array();
  let length = 0;
  let wanted = 0;
  const take = (): string => {
    const text = textOfBytes(bytes, 0, length);
    length = 0;
    wanted = Math.min(mostCharacters, Math.max(startCharacters, wanted * 2));
    return text;
  };
  try {
    for await (const piece of pieces) {
      bytes = withRoom(bytes, length, piece.length * maxUnitBytes);
      length += encoder.encodeInto(piece, bytes.subarray(length)).written;
      if (length >= wanted) yield take();
    }
  } catch (error) {
    if (length > 0) yield take();
    throw error;
  }
  if (length > 0) yield take();
}

function withRoom(bytes: Uint8Array, length: number, more: number): Uint8Array {
  if (length + more <= bytes.length) return bytes;
  const grown = new Uint8Array(Math.max(bytes.length * 2, length + more));
  grown.set(bytes.subarray(0, length));
  return grown;
}
