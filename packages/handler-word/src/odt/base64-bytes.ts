/** Bytes that are written in the text itself. */
export function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, "base64"));
}

/** What a picture is, by its first bytes. */
export function kindOfBase64(text: string): string {
  if (text.startsWith("iVBORw0KGgo")) return "png";
  if (text.startsWith("/9j/")) return "jpg";
  if (text.startsWith("R0lGOD")) return "gif";
  return text.startsWith("UklGR") ? "webp" : "bin";
}
