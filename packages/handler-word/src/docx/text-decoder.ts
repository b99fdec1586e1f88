/** Returns the decoder of an encoding, or the UTF-8 decoder if the name is unknown. */
export function decoderFor(charset: string): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
