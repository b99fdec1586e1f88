/**
 * The bytes of U+FFFD in the encodings that can represent it. In all others, every U+FFFD of a decoded text replaces
 * invalid bytes.
 */
const genuine: Readonly<Record<string, readonly number[]>> = {
  "utf-8": [0xef, 0xbf, 0xbd],
  "utf-16le": [0xfd, 0xff],
  "utf-16be": [0xff, 0xfd],
  "utf-32le": [0xfd, 0xff, 0, 0],
  "utf-32be": [0, 0, 0xff, 0xfd],
  gb18030: [0x84, 0x31, 0xa4, 0x37],
};

/**
 * Encodings whose characters start at multiples of the sequence's length. In the others, the bytes alone identify it.
 */
const aligned: ReadonlySet<string> = new Set(["utf-16le", "utf-16be", "utf-32le", "utf-32be"]);

/** Counts the U+FFFD of a text that replace invalid bytes, as opposed to U+FFFD stored in the file. */
export function countReplacements(text: string, bytes: Uint8Array, encoding: string): number {
  const sequence = genuine[encoding];
  const count = countCharacter(text, "\uFFFD");
  if (count === 0 || sequence === undefined) return count;
  return Math.max(0, count - countSequence(bytes, sequence, aligned.has(encoding) ? sequence.length : 1));
}

function countCharacter(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

function countSequence(bytes: Uint8Array, sequence: readonly number[], step: number): number {
  const [first = 0] = sequence;
  let count = 0;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at % step === 0 && sequence.every((byte, index) => bytes[at + index] === byte)) count += 1;
  }
  return count;
}
