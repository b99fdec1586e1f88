/** The decoder of an encoding; that of UTF-8 if the name is unknown. */
export function decoderFor(charset: string): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
