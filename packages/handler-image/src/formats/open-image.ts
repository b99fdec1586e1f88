import { type HandlerContext, ReadError, type Source } from "@reader/core/handler";
import { type InputLimits, measureImage } from "@reader/image-fit";
import type { OpenedImage } from "../model/opened-image.ts";

/** Opens an image of one format. */
export type OpenImage = (bytes: Uint8Array, limits: InputLimits) => Promise<OpenedImage>;

/** The code of a format is loaded with its first file. */
const openers: Readonly<Record<string, () => Promise<OpenImage>>> = {
  "image/png": async () => (await import("./png/open-png.ts")).openPng,
  "image/bmp": async () => (await import("./bitmap/open-bitmap.ts")).openBitmap,
  "image/vnd.microsoft.icon": async () => (await import("./bitmap/open-bitmap.ts")).openIcon,
  "image/vnd.adobe.photoshop": async () => (await import("./psd/open-psd.ts")).openPsd,
  "image/heic": async () => (await import("./heic/open-heic.ts")).openHeic,
  "image/heif": async () => (await import("./heic/open-heic.ts")).openHeic,
  "image/jxl": async () => (await import("./jxl/open-jxl.ts")).openJxl,
  "image/tiff": async () => (await import("./tiff/open-tiff.ts")).openTiff,
  "image/svg+xml": async () => (await import("./svg/open-svg.ts")).openSvg,
};

const commonTypes: ReadonlySet<string> = new Set(["image/jpeg", "image/gif", "image/webp", "image/avif"]);

/** Opens an image by its bytes. Throws `too-large`, `corrupt` or `unsupported-type`. */
export async function openImage(source: Source, { budget, signal }: HandlerContext): Promise<OpenedImage> {
  const bytes = await source.bytes();
  signal.throwIfAborted();
  const mediaType = formatOf(bytes, source);
  const limits = { maxMegapixels: budget.maxMegapixels, maxSidePx: budget.maxSidePx };
  const opener = await openerOf(mediaType);
  if (opener !== undefined) return opener(bytes, limits);
  throw new ReadError("corrupt", "The bytes are not an image in a supported format.", {
    hint: "Get an undamaged copy of the file, or open it in an image editor and export it as PNG.",
  });
}

async function openerOf(mediaType: string): Promise<OpenImage | undefined> {
  if (Object.hasOwn(openers, mediaType)) return openers[mediaType]?.();
  return commonTypes.has(mediaType) ? (await import("./engine/engine-image.ts")).openEngineImage : undefined;
}

/** Signatures of formats that `measureImage` does not measure, or not when the file is cut off. */
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

/** Detects the media type from the bytes. Falls back to the type that the core detected if there is no signature. */
function formatOf(bytes: Uint8Array, { sniff }: Pick<Source, "sniff">): string {
  const measured = measureImage(bytes)?.mediaType;
  if (measured !== undefined) return measured;
  const signed = signatures.find(([, ...signature]) => signature.every((byte, index) => bytes[index] === byte));
  if (signed !== undefined) return signed[0];
  return looksLikeSvg(bytes) ? "image/svg+xml" : sniff.mediaType;
}

const svgHeadBytes = 4096;

function looksLikeSvg(bytes: Uint8Array): boolean {
  // With NULs removed, ASCII characters in UTF-16 match too.
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, svgHeadBytes)).replaceAll("\0", "");
  return /<(?:\w{1,40}:)?svg[\s>]/.test(head);
}
