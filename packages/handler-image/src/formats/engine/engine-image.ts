import {
  decodeImage,
  describeImage,
  fitImage,
  type ImageDescription,
  type InputLimits,
  measureImage,
} from "@reader/image-fit";
import type { Animation, OpenedImage } from "../../model/opened-image.ts";
import { seconds, unsupported } from "../../model/wording.ts";
import { isWhole } from "./heif-items.ts";

const names: Readonly<Record<string, string>> = {
  "image/jpeg": "JPEG",
  "image/png": "PNG",
  "image/gif": "GIF",
  "image/webp": "WebP",
  "image/tiff": "TIFF",
  "image/avif": "AVIF",
  "image/heic": "HEIC",
  "image/svg+xml": "SVG",
};

/** Opens an image of a format that the engine decodes. */
export async function openEngineImage(bytes: Uint8Array, input: InputLimits): Promise<OpenedImage> {
  return engineImage(bytes, await describeImage(bytes, { input }), input);
}

/** Creates the image for a description that is already known. */
export function engineImage(bytes: Uint8Array, description: ImageDescription, input: InputLimits): OpenedImage {
  const { mediaType, widthPx, heightPx, exif, comments } = description;
  const size = { widthPx, heightPx };
  const animation = animationOf(bytes, description, input);
  const isHeif = mediaType === "image/avif" || mediaType === "image/heic";
  const directories = directoriesOf(bytes, description);
  const directoryOf = (page: number): number => directories[page - 1] ?? page;
  return {
    format: names[mediaType] ?? mediaType,
    mediaType,
    size,
    // Several images in one HEIF file are variants and tiles, not pages.
    count: isHeif ? 1 : directories.length,
    comments,
    facts: { ...factsOf(description), ...(isHeif ? sequenceFacts(bytes) : {}) },
    ...(animation === undefined ? {} : { animation }),
    ...remarksOf(bytes, description, animation),
    ...(exif === undefined ? {} : { exif }),
    pixelAspectOf: (page) => pixelAspects(bytes, description)(directoryOf(page)),
    sizeOf: async (page) => (page === 1 ? size : describeImage(bytes, { input, page: directoryOf(page) })),
    fit: async (limits, asked) => {
      const options = asked.page === undefined ? asked : { ...asked, page: directoryOf(asked.page) };
      // Pages may differ in size and format; frames do not.
      const isOther = options.page !== undefined && options.page > 1 && animation === undefined;
      const known = isOther ? await describeImage(bytes, { input, page: options.page ?? 1 }) : description;
      assertFaithful(known);
      const fitted = await fitImage(bytes, limits, { ...options, description: known });
      return isHeif && !isWhole(bytes) ? { ...fitted, isRepaired: true } : fitted;
    },
  };
}

/** Returns remarks on content of the file that is not shown. */
function remarksOf(
  bytes: Uint8Array,
  description: ImageDescription,
  animation: Animation | undefined,
): Pick<OpenedImage, "remarks"> {
  const isCut = animation !== undefined && measureImage(bytes)?.isCutOff === true;
  const remarks = [...(isCut ? [cutAnimation] : []), ...heifRemarks(bytes, description)];
  return remarks.length === 0 ? {} : { remarks };
}

/** Returns the numbers, from 1, of the TIFF directories that are pages. Reduced copies in a pyramid are not pages. */
function directoriesOf(bytes: Uint8Array, { pages, mediaType }: ImageDescription): readonly number[] {
  const large = mediaType === "image/tiff" ? measureImage(bytes)?.pages : undefined;
  // If the first directory is a reduced copy, it may be the only one that can be decoded.
  if (large?.[0] === 1) return large.filter((page) => page <= pages);
  return Array.from({ length: pages }, (_, index) => index + 1);
}

/** Throws for pixels that the engine would silently decode as black or transparent. */
function assertFaithful({ colourSpace, hasAlpha }: ImageDescription): void {
  if (colourSpace === "labs" && hasAlpha) throw unsupported("The image is in Lab with an alpha channel.");
}

/** Returns a function that gives the pixel aspect ratio of a page as displayed. Rotation by 90° inverts it. */
function pixelAspects(bytes: Uint8Array, { orientation }: ImageDescription): (page: number) => number {
  const { pixelAspects: stored = [] } = measureImage(bytes) ?? {};
  return (page) => (stored[page - 1] ?? 1) ** (orientation < 5 ? 1 : -1);
}

/** The remark on an animation with missing frames. */
export const cutAnimation: string = "The animation is damaged: some of its frames are missing.";

/** Returns the facts of a description that `info` reports. */
export function factsOf(description: ImageDescription): OpenedImage["facts"] {
  const { channels, bitsPerChannel, colourSpace, hasAlpha, orientation, colourProfile } = description;
  return {
    channels,
    bitsPerChannel,
    colourSpace,
    alpha: hasAlpha,
    ...(colourProfile === undefined || colourProfile === "" ? {} : { colourProfile }),
    ...(orientation === 1 ? {} : { orientation }),
  };
}

/** Browsers show a frame with no delay, or a shorter one than this, for a tenth of a second. */
const minDelayMs = 11;
const usualDelayMs = 100;

function animationOf(bytes: Uint8Array, description: ImageDescription, input: InputLimits): Animation | undefined {
  const { frameDelaysMs, pages, mediaType } = description;
  if (pages < 2 || (mediaType !== "image/gif" && mediaType !== "image/webp")) return undefined;
  const delaysMs = Array.from({ length: pages }, (_, index) => {
    const delayMs = frameDelaysMs?.[index] ?? 0;
    return delayMs < minDelayMs ? usualDelayMs : delayMs;
  });
  return {
    delaysMs,
    async *tiles(frames, size) {
      for (const page of frames) yield await decodeImage(bytes, { page, size, input, description });
    },
  };
}

/** Returns remarks on the images of an AVIF or HEIC file that are not shown. */
function heifRemarks(bytes: Uint8Array, { mediaType, pages }: ImageDescription): readonly string[] {
  if (mediaType !== "image/avif" && mediaType !== "image/heic") return [];
  const sequence = measureImage(bytes)?.sequence;
  if (sequence !== undefined && sequence.frames > 1) {
    const { frames, durationMs } = sequence;
    const length = durationMs === undefined ? "" : `, ${seconds(durationMs)}`;
    return [
      `The file is an animation of ${frames} frames${length}, of which only the still image is shown. To see the frames, convert it to GIF or PNG files, for example with ffmpeg.`,
    ];
  }
  const others = pages - 1;
  if (others < 1) return [];
  const what = others === 1 ? "another image" : `${others} other images`;
  return [`The file also holds ${what}, which ${others === 1 ? "is" : "are"} not shown. This is the primary image.`];
}

/** Returns the number of frames and the duration of an animated AVIF or HEIC. */
function sequenceFacts(bytes: Uint8Array): Readonly<Record<string, number>> {
  const { frames = 0, durationMs } = measureImage(bytes)?.sequence ?? {};
  if (frames < 2) return {};
  return { frames, ...(durationMs === undefined ? {} : { durationMs: Math.round(durationMs) }) };
}
