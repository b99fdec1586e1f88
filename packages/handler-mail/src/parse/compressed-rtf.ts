/** What the dictionary holds at first (MS-OXRTFCP, 2.1.2.1). */
const firstWords =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

const headerBytes = 16;
const dictionaryBytes = 4096;
const compressed = "LZFu";
const plain = "MELA";

/**
 * Returns a function that decompresses the RTF body of an item (MS-OXRTFCP) up to a number of bytes, or `undefined` for
 * other bytes. A damaged body ends where its damage starts.
 */
export function compressedRtf(bytes: Uint8Array): ((maxBytes: number) => Uint8Array) | undefined {
  if (bytes.length < headerBytes) return undefined;
  const header = Buffer.from(bytes.subarray(0, headerBytes));
  const content = bytes.subarray(headerBytes, 4 + header.readUInt32LE(0));
  const kind = header.toString("latin1", 8, 12);
  if (kind === plain) return (maxBytes) => content.subarray(0, Math.min(maxBytes, header.readUInt32LE(4)));
  return kind === compressed ? (maxBytes) => expanded(content, maxBytes) : undefined;
}

/** Expands runs of eight tokens, each after a byte whose bits say which of them refer to the dictionary. */
function expanded(content: Uint8Array, maxBytes: number): Uint8Array {
  // Each reference of two bytes stands for up to 17.
  const output = new RtfOutput(Math.min(maxBytes, content.length * 9));
  let at = 0;
  while (at < content.length && !output.isFull) {
    const control = content[at] ?? 0;
    at += 1;
    for (let bit = 0; bit < 8 && at < content.length; bit += 1) {
      const first = content[at] ?? 0;
      const isReference = (control & (1 << bit)) !== 0;
      if (!isReference) output.put(first);
      else if (!output.copy(first, content[at + 1])) return output.bytes;
      at += isReference ? 2 : 1;
    }
  }
  return output.bytes;
}

/** What is written, with the dictionary of its last bytes. */
class RtfOutput {
  readonly #bytes: Uint8Array;
  readonly #dictionary = new Uint8Array(dictionaryBytes);
  #write = firstWords.length;
  #length = 0;

  constructor(maxBytes: number) {
    this.#bytes = new Uint8Array(maxBytes);
    this.#dictionary.set(Buffer.from(firstWords, "latin1"));
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  get isFull(): boolean {
    return this.#length >= this.#bytes.length;
  }

  /** Writes a byte. Those beyond the maximum are dropped. */
  put(byte: number): void {
    this.#bytes[this.#length] = byte;
    this.#length += 1;
    this.#dictionary[this.#write] = byte;
    this.#write = (this.#write + 1) % dictionaryBytes;
  }

  /**
   * Copies what a reference of two bytes stands for. Returns false for one to the place that is written next, which ends
   * the content, and for one that is cut off.
   */
  copy(first: number, second: number | undefined): boolean {
    if (second === undefined) return false;
    const reference = first * 256 + second;
    const offset = reference >> 4;
    if (offset === this.#write) return false;
    const length = (reference & 15) + 2;
    for (let index = 0; index < length; index += 1) this.put(this.#dictionary[(offset + index) % dictionaryBytes] ?? 0);
    return true;
  }
}
