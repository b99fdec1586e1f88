import {
  decodeImage,
  describeImage,
  fitImage,
  type ImageDescription,
  type InputLimits,
  measureImage,
} from "@reader/image-fit";
import type { Animation, Picture } from "../../model/opened-image.ts";
import { unsupported } from "../../model/unreadable.ts";
import { seconds } from "../../model/wording.ts";
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

/** Opens a picture of a format that the engine reads itself. */
export async function openCommon(bytes: Uint8Array, input: InputLimits): Promise<Picture> {
  return commonPicture(bytes, await describeImage(bytes, { input }), input);
}

/** The picture of a description. */
export function commonPicture(bytes: Uint8Array, description: ImageDescription, input: InputLimits): Picture {
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
    // Several pictures in one HEIF file are variants and parts, not pages.
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
      // Pages may differ; frames do not.
      const isOther = options.page !== undefined && options.page > 1 && animation === undefined;
      const known = isOther ? await describeImage(bytes, { input, page: options.page ?? 1 }) : description;
      assertFaithful(known);
      const fitted = await fitImage(bytes, limits, { ...options, description: known });
      return isHeif && !isWhole(bytes) ? { ...fitted, isRepaired: true } : fitted;
    },
  };
}

/** What of the file is not among the frames or pages that are shown. */
function remarksOf(
  bytes: Uint8Array,
  description: ImageDescription,
  animation: Animation | undefined,
): Pick<Picture, "remarks"> {
  const isCut = animation !== undefined && measureImage(bytes)?.isCutOff === true;
  const remarks = [...(isCut ? [cutAnimation] : []), ...heifRemarks(bytes, description)];
  return remarks.length === 0 ? {} : { remarks };
}

/** The pages, as numbers from 1; of a pyramid, whose smaller copies of a page are none, the large ones alone. */
function directoriesOf(bytes: Uint8Array, { pages, mediaType }: ImageDescription): readonly number[] {
  const large = mediaType === "image/tiff" ? measureImage(bytes)?.pages : undefined;
  // Where the first is a copy of something that is elsewhere, it may be all that can be read.
  if (large?.[0] === 1) return large.filter((page) => page <= pages);
  return Array.from({ length: pages }, (_, index) => index + 1);
}

/** Throws for pixels that the engine takes for others, and would show as black or as nothing without a word. */
function assertFaithful({ colourSpace, hasAlpha }: ImageDescription): void {
  if (colourSpace === "labs" && hasAlpha) throw unsupported("The image is in Lab with an alpha channel.");
}

/** A picture that is displayed on its side has its tall pixels lying. */
function pixelAspects(bytes: Uint8Array, { orientation }: ImageDescription): (page: number) => number {
  const { pixelAspects: stored = [] } = measureImage(bytes) ?? {};
  return (page) => (stored[page - 1] ?? 1) ** (orientation < 5 ? 1 : -1);
}

/** What is to be said of an animation that lacks frames. */
export const cutAnimation: string = "The animation is damaged: not all of its frames are there.";

/** What `info` tells of a description. */
export function factsOf(description: ImageDescription): Picture["facts"] {
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

/** Browsers show a frame without a time, or with less than this, for a tenth of a second. */
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

/** What else there is in an AVIF or HEIC file whose main picture is shown. */
function heifRemarks(bytes: Uint8Array, { mediaType, pages }: ImageDescription): readonly string[] {
  if (mediaType !== "image/avif" && mediaType !== "image/heic") return [];
  const sequence = measureImage(bytes)?.sequence;
  if (sequence !== undefined && sequence.frames > 1) {
    const { frames, durationMs } = sequence;
    const length = durationMs === undefined ? "" : `, ${seconds(durationMs)}`;
    return [
      `The file is an animation of ${frames} frames${length}, of which this is the still picture: to see the others, convert it to GIF or to PNG files first, with ffmpeg for one.`,
    ];
  }
  const others = pages - 1;
  if (others < 1) return [];
  const what = others === 1 ? "another picture" : `${others} other pictures`;
  return [`The file holds ${what} besides, which ${others === 1 ? "is" : "are"} not shown: this is the main one.`];
}

/** How many frames there are of what moves. */
function sequenceFacts(bytes: Uint8Array): Readonly<Record<string, number>> {
  const { frames = 0, durationMs } = measureImage(bytes)?.sequence ?? {};
  if (frames < 2) return {};
  return { frames, ...(durationMs === undefined ? {} : { durationMs: Math.round(durationMs) }) };
}
