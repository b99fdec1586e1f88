import { brotliDecompressSync } from "node:zlib";
import { jxlBoxes } from "./jxl-boxes.ts";

/** EXIF is a few thousand bytes, with a small picture inside less than 64 KB. */
const maxExifBytes = 1_000_000;

/** What the camera wrote, plain or packed with Brotli (ISO/IEC 18181-2, 9.3 and 9.4); undefined where nothing is. */
export function jxlExif(bytes: Uint8Array): Uint8Array | undefined {
  for (const { tag, content } of jxlBoxes(bytes)) {
    if (tag === "Exif") return withoutOffset(content);
    if (tag === "brob" && startsWithExif(content)) return withoutOffset(unpacked(content.subarray(4)));
  }
  return undefined;
}

function startsWithExif(content: Uint8Array): boolean {
  return String.fromCharCode(...content.subarray(0, 4)) === "Exif";
}

/** The block starts so many bytes behind the four that say it, nearly always at once. */
function withoutOffset(content: Uint8Array): Uint8Array | undefined {
  if (content.length < 8) return undefined;
  const offset = new DataView(content.buffer, content.byteOffset).getUint32(0);
  return content.subarray(4 + offset);
}

/** Nothing where it is damaged: the picture is what matters. */
function unpacked(packed: Uint8Array): Uint8Array {
  try {
    return brotliDecompressSync(packed, { maxOutputLength: maxExifBytes });
  } catch {
    return new Uint8Array(0);
  }
}
