/** UTF-8 for a name that nobody knows. */
export function decoderFor(charset: string): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
