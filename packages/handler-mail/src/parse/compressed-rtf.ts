/** What the dictionary holds at first (MS-OXRTFCP, 2.1.2.1). */
const firstWords =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

const headerBytes = 16;
const dictionaryBytes = 4096;
const compressed = "LZFu";
const plain = "MELA";

/**
 * Decompresses the RTF body of an item (MS-OXRTFCP). A damaged one ends where its damage starts. Returns `undefined` for
 * other bytes. The result has at most nine times the size, because each reference of two bytes stands for up to 17.
 */
export function decompressedRtf(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < headerBytes) return undefined;
  const header = Buffer.from(bytes.subarray(0, headerBytes));
  const content = bytes.subarray(headerBytes, 4 + header.readUInt32LE(0));
  const kind = header.toString("latin1", 8, 12);
  if (kind === plain) return content.subarray(0, header.readUInt32LE(4));
  return kind === compressed ? expanded(content) : undefined;
}

/** Expands runs of eight tokens, each after a byte whose bits say which of them refer to the dictionary. */
function expanded(content: Uint8Array): Uint8Array {
  const output = new RtfOutput(content.length * 9);
  let at = 0;
  while (at < content.length) {
    const control = content[at] ?? 0;
    at += 1;
    for (let bit = 0; bit < 8 && at < content.length; bit += 1) {
      const first = content[at] ?? 0;
      const isReference = (control & (1 << bit)) !== 0;
      at += isReference ? 2 : 1;
      if (!isReference) output.put(first);
      else if (!output.copy(first * 256 + (content[at - 1] ?? 0))) return output.bytes;
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

  put(byte: number): void {
    this.#bytes[this.#length] = byte;
    this.#length += 1;
    this.#dictionary[this.#write] = byte;
    this.#write = (this.#write + 1) % dictionaryBytes;
  }

  /** Copies what a reference stands for. Returns false for one to the place that is written next: it ends the content. */
  copy(reference: number): boolean {
    const offset = reference >> 4;
    if (offset === this.#write) return false;
    const length = (reference & 15) + 2;
    for (let index = 0; index < length; index += 1) this.put(this.#dictionary[(offset + index) % dictionaryBytes] ?? 0);
    return true;
  }
}
