/** U+FFFD as the encodings that have it write it; in all others every U+FFFD of a decoded text stands for bad bytes. */
const genuine: Readonly<Record<string, readonly number[]>> = {
  "utf-8": [0xef, 0xbf, 0xbd],
  "utf-16le": [0xfd, 0xff],
  "utf-16be": [0xff, 0xfd],
  "utf-32le": [0xfd, 0xff, 0, 0],
  "utf-32be": [0, 0, 0xff, 0xfd],
  gb18030: [0x84, 0x31, 0xa4, 0x37],
};

/** UTF-16 and UTF-32 have their characters at multiples of the sequence's length; the others tell them by bytes alone. */
const aligned: ReadonlySet<string> = new Set(["utf-16le", "utf-16be", "utf-32le", "utf-32be"]);

/** How many U+FFFD of a text stand for bytes that are no text, and were not in the file as U+FFFD. */
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
