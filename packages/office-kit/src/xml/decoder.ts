/** Makes characters of the bytes of an XML part, piece by piece. Bytes that are none become U+FFFD. */
export interface XmlDecoder {
  decode(piece: Uint8Array): string;
  /** What is left. */
  end(): string;
}

/** Bytes in which a declaration stands; less than that waits for more. */
const headBytes = 128;

/** A decoder for the encoding that the bytes have by their first ones: XML 1.0, appendix F. */
export function createXmlDecoder(): XmlDecoder {
  let head: Uint8Array = new Uint8Array();
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  return {
    decode(piece) {
      if (decoder !== undefined) return decoder.decode(piece, { stream: true });
      const bytes = head.length === 0 ? piece : joined(head, piece);
      if (bytes.length < headBytes) {
        head = bytes.slice();
        return "";
      }
      decoder = decoderOf(bytes);
      return decoder.decode(bytes, { stream: true });
    },
    end: () => (decoder === undefined ? decoderOf(head).decode(head) : decoder.decode()),
  };
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(left.length + right.length);
  bytes.set(left);
  bytes.set(right, left.length);
  return bytes;
}

/** The first two bytes of UTF-16: a mark, or the `<` that everything starts with. */
const utf16Starts: ReadonlyMap<number, string> = new Map([
  [0xfffe, "utf-16le"],
  [0x3c00, "utf-16le"],
  [0xfeff, "utf-16be"],
  [0x003c, "utf-16be"],
]);

/** UTF-8, but for what starts as UTF-16 does, and for what declares another encoding that has the letters of ASCII. */
function decoderOf(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  const [first = 0, second = 0] = bytes;
  const utf16 = bytes.length > 1 ? utf16Starts.get(first * 256 + second) : undefined;
  if (utf16 !== undefined) return new TextDecoder(utf16);
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, headBytes));
  const label = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1] ?? "utf-8";
  return labelled(/^utf-?16|^ucs-?2|^iso-10646/i.test(label) ? "utf-8" : label);
}

function labelled(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
