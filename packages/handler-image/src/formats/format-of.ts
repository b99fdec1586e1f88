import type { Source } from "@reader/core/handler";
import { measureImage } from "@reader/image-fit";

/** Signatures of the formats whose size is measured by their own decoders. */
const signatures: readonly (readonly [mediaType: string, ...bytes: number[]])[] = [
  ["image/png", 0x89, 0x50, 0x4e, 0x47],
  ["image/jpeg", 0xff, 0xd8, 0xff],
  ["image/gif", 0x47, 0x49, 0x46, 0x38],
  ["image/bmp", 0x42, 0x4d],
  ["image/vnd.adobe.photoshop", 0x38, 0x42, 0x50, 0x53],
  ["image/vnd.microsoft.icon", 0x00, 0x00, 0x01, 0x00],
  ["image/vnd.microsoft.icon", 0x00, 0x00, 0x02, 0x00],
  ["image/jxl", 0xff, 0x0a],
  ["image/jxl", 0x00, 0x00, 0x00, 0x0c, 0x4a, 0x58, 0x4c, 0x20],
];

/** The type of a picture by its bytes; the type that the core found where they have no signature, as in SVG. */
export function formatOf(bytes: Uint8Array, { sniff }: Pick<Source, "sniff">): string {
  const measured = measureImage(bytes)?.mediaType;
  if (measured !== undefined) return measured;
  const signed = signatures.find(([, ...signature]) => signature.every((byte, index) => bytes[index] === byte));
  if (signed !== undefined) return signed[0];
  return looksLikeSvg(bytes) ? "image/svg+xml" : sniff.mediaType;
}

const svgHeadBytes = 4096;

function looksLikeSvg(bytes: Uint8Array): boolean {
  // Without its NULs, UTF-16 reads as ASCII here.
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, svgHeadBytes)).replaceAll("\0", "");
  return /<(?:\w{1,40}:)?svg[\s>]/.test(head);
}
