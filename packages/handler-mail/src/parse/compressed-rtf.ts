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
  const output = new Uint8Array(content.length * 9);
  const dictionary = new Uint8Array(dictionaryBytes);
  dictionary.set(Buffer.from(firstWords, "latin1"));
  let write = firstWords.length;
  let length = 0;
  const put = (byte: number): void => {
    output[length] = byte;
    length += 1;
    dictionary[write] = byte;
    write = (write + 1) % dictionaryBytes;
  };
  let at = 0;
  while (at < content.length) {
    const control = content[at] ?? 0;
    at += 1;
    for (let bit = 0; bit < 8 && at < content.length; bit += 1) {
      const first = content[at] ?? 0;
      if ((control & (1 << bit)) === 0) {
        put(first);
        at += 1;
        continue;
      }
      const reference = first * 256 + (content[at + 1] ?? 0);
      at += 2;
      const offset = reference >> 4;
      // A reference to the place that is written next ends the content.
      if (offset === write) return output.subarray(0, length);
      for (let index = 0; index < (reference & 15) + 2; index += 1)
        put(dictionary[(offset + index) % dictionaryBytes] ?? 0);
    }
  }
  return output.subarray(0, length);
}
