import type { SniffedText } from "../../contract/source.ts";

/** Turns bytes into text, piece by piece where `stream` is set, as `TextDecoder` does. */
export interface StreamDecoder {
  decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** What the block decoder needs of the encodings; loaded lazily, so that plain UTF-8 loads nothing. */
export interface Encodings {
  /** A fresh decoder that leaves a byte order mark alone. */
  open(encoding: string): Promise<StreamDecoder>;
  /** Decides for bytes that are the first of their file that are not ASCII. */
  decideLate(bytes: Uint8Array): Promise<SniffedText>;
  /** How many of the U+FFFD in a decoded text stand for bytes that are no text. */
  countReplacements(text: string, bytes: Uint8Array, encoding: string): Promise<number>;
}

/** Decodes the raw bytes of one file's lines. */
export interface BlockDecoder {
  /** As known so far: bytes that are not ASCII may decide it later. */
  readonly encoding: string;
  readonly confidence: number;
  /** How many bad sequences were met. */
  readonly replacements: number;
  /** Decodes bytes that start and end on a character. */
  decode(bytes: Uint8Array): Promise<string>;
  /** The same for bytes that come in pieces, with a decoder of their own. */
  openStream(): Promise<(bytes: Uint8Array, isLast: boolean) => Promise<string>>;
}

/**
 * A decoder that starts from what the first bytes said. `earlyBytes` gives the first bytes of the file that are not ASCII:
 * they decide for all of it. Without them the first piece that is no UTF-8 decides.
 */
export function createBlockDecoder(
  sniffed: SniffedText,
  encodings: Encodings,
  earlyBytes?: () => Promise<Uint8Array>,
): BlockDecoder {
  let { encoding, confidence, isAsciiSoFar: mayChange } = sniffed;
  let replacements = 0;
  const inspect = async (text: string, bytes: Uint8Array): Promise<string> => {
    if (text.includes("\uFFFD")) replacements += await encodings.countReplacements(text, bytes, encoding);
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
