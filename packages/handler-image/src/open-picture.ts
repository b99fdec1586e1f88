import { ReadError, type HandlerContext, type Source } from "@reader/core/handler";
import type { InputLimits } from "@reader/image-fit";
import { formatOf } from "./formats/format-of.ts";
import type { Picture } from "./picture.ts";

/** What opens a picture of one format. */
export type OpenPicture = (bytes: Uint8Array, limits: InputLimits) => Promise<Picture>;

/** Each format's own code is loaded when a file of it is met. */
const openers: Readonly<Record<string, () => Promise<OpenPicture>>> = {
  "image/png": async () => (await import("./apng/open-png.ts")).openPng,
  "image/bmp": async () => (await import("./bitmap/open-bitmap.ts")).openBitmap,
  "image/vnd.microsoft.icon": async () => (await import("./bitmap/open-icon.ts")).openIcon,
  "image/vnd.adobe.photoshop": async () => (await import("./psd/open-psd.ts")).openPsd,
  "image/heic": async () => (await import("./heic/open-heic.ts")).openHeic,
  "image/heif": async () => (await import("./heic/open-heic.ts")).openHeic,
  "image/jxl": async () => (await import("./jxl/open-jxl.ts")).openJxl,
  "image/tiff": async () => (await import("./raw/open-tiff.ts")).openTiff,
  "image/svg+xml": async () => (await import("./svg/open-svg.ts")).openSvg,
};

const commonTypes: ReadonlySet<string> = new Set(["image/jpeg", "image/gif", "image/webp", "image/avif"]);

/** Opens a picture by what its bytes are. Throws `too-large`, `corrupt`, `unsupported-type`. */
export async function openPicture(source: Source, { budget, signal }: HandlerContext): Promise<Picture> {
  const bytes = await source.bytes();
  signal.throwIfAborted();
  const mediaType = formatOf(bytes, source);
  const limits = { maxMegapixels: budget.maxMegapixels, maxSidePx: budget.maxSidePx };
  const opener = await openerOf(mediaType);
  if (opener !== undefined) return opener(bytes, limits);
  throw new ReadError("corrupt", "The bytes are no image of a format that can be read here.", {
    hint: "Get an undamaged copy of the file, or open it in an image editor and export it as PNG.",
  });
}

async function openerOf(mediaType: string): Promise<OpenPicture | undefined> {
  if (Object.hasOwn(openers, mediaType)) return openers[mediaType]?.();
  return commonTypes.has(mediaType) ? (await import("./formats/open-common.ts")).openCommon : undefined;
}
