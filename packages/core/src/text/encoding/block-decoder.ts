import type { SniffedText } from "../../contract/source.ts";

/** Decodes bytes to text, incrementally if `stream` is set, as `TextDecoder` does. */
export interface StreamDecoder {
  decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** The encoding functions that the block decoder needs. Detectors and tables are loaded on first use. */
export interface Encodings {
  /** Creates a decoder that keeps a byte order mark. */
  open(encoding: string): Promise<StreamDecoder>;
  /** Detects the encoding from the first non-ASCII bytes of a file. */
  decideLate(bytes: Uint8Array): Promise<SniffedText>;
  /** Counts the U+FFFD in a decoded text that replace invalid bytes. */
  countReplacements(text: string, bytes: Uint8Array, encoding: string): number;
}

/** Decodes the raw bytes of one file's lines. */
export interface BlockDecoder {
  /** The encoding as known so far. Non-ASCII bytes may change it later. */
  readonly encoding: string;
  readonly confidence: number;
  /** The number of invalid sequences so far. */
  readonly replacements: number;
  /** Decodes bytes that start and end on a character boundary. */
  decode(bytes: Uint8Array): Promise<string>;
  /** Opens a decoder for bytes that arrive in chunks. Each stream has a separate decoder. */
  openStream(): Promise<(bytes: Uint8Array, isLast: boolean) => Promise<string>>;
}

/**
 * Creates a decoder from what was detected in the first bytes. `earlyBytes` returns the first non-ASCII bytes of the
 * file, which determine its encoding. Without it, the first chunk that is not valid UTF-8 does.
 */
export function createBlockDecoder(
  sniffed: SniffedText,
  encodings: Encodings,
  earlyBytes?: () => Promise<Uint8Array>,
): BlockDecoder {
  let { encoding, confidence, isAsciiSoFar: mayChange } = sniffed;
  let replacements = 0;
  const inspect = (text: string, bytes: Uint8Array): string => {
    if (text.includes("\uFFFD")) replacements += encodings.countReplacements(text, bytes, encoding);
    return text;
  };
  const reconsider = async (text: string, bytes: Uint8Array): Promise<boolean> => {
    if (!mayChange || !text.includes("\uFFFD")) return false;
    const early = await earlyBytes?.();
    ({ encoding, confidence } = await encodings.decideLate(early === undefined || early.length === 0 ? bytes : early));
    mayChange = false;
    return true;
  };
  const openStream: BlockDecoder["openStream"] = async () => {
    let decoder = await encodings.open(encoding);
    return async (bytes, isLast) => {
      const text = decoder.decode(bytes, { stream: !isLast });
      if (!(await reconsider(text, bytes))) return inspect(text, bytes);
      decoder = await encodings.open(encoding);
      return inspect(decoder.decode(bytes, { stream: !isLast }), bytes);
    };
  };
  return {
    get encoding() {
      return encoding;
    },
    get confidence() {
      return confidence;
    },
    get replacements() {
      return replacements;
    },
    openStream,
    decode: async (bytes) => (await openStream())(bytes, true),
  };
}
