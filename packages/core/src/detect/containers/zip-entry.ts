import type { Peek } from "../peek.ts";
import type { ZipEntry } from "./zip-directory.ts";

const headerBytes = 30;
const maxCompressedBytes = 32 * 1024;
const maxTextCharacters = 256 * 1024;

/** The start of a small text inside a ZIP file; empty where it cannot be read. Never inflates more than 256 KiB. */
export async function readZipText(peek: Peek, entry: ZipEntry): Promise<string> {
  const header = await peek.read(entry.offset, entry.offset + headerBytes);
  if (header.length < headerBytes) return "";
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const start = entry.offset + headerBytes + view.getUint16(26, true) + view.getUint16(28, true);
  const length = entry.compressedBytes === 0 ? maxCompressedBytes : Math.min(entry.compressedBytes, maxCompressedBytes);
  const bytes = await peek.read(start, start + length);
  if (entry.method === 0) return new TextDecoder().decode(bytes);
  return entry.method === 8 ? inflateText(bytes) : "";
}

/** What comes before damage, a cut or the limit is good enough to tell a type. */
async function inflateText(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    const inflated = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const pieces: AsyncIterable<Uint8Array> = inflated;
    for await (const piece of pieces) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > maxTextCharacters) break;
    }
  } catch {
    return text;
  }
  return text;
}
