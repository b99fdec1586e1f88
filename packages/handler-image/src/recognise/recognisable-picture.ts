import type { RecognisableImage } from "@reader/core/handler";
import { decodeImage, type FitLimits, type PixelSize, type RawPixels } from "@reader/image-fit";
import { fitOptions, type Part, type Showing } from "../shown-events.ts";

/** A page of a picture, or a part of it. */
export type PicturePart = Part;

/** A picture for a recogniser, and its scale. */
export interface RecognisablePicture {
  readonly image: RecognisableImage;
  /** Pixels of the picture a pixel of what is recognised. */
  readonly scale: number;
}

/** Print of 13 pixels, as on a screen, is recognised badly, and twice as large as well as any other. */
const maxEnlargement = 2.5;

/** A page of A4 at 300 dots an inch. To enlarge a picture further takes time, and nothing is recognised better. */
const wantedPixels = 8e6;

/** What is larger is made smaller: a page of A4 at 400 dots an inch. */
const maxSidePx = 4700;

const limits: FitLimits = {
  mediaTypes: ["image/png"],
  maxBytes: Number.MAX_SAFE_INTEGER,
  maxSidePx,
  nativeSidePx: maxSidePx,
};

/** A picture as displayed, in grey, at a size at which print is recognised well. */
export async function recognisablePicture(
  { picture, context }: Showing,
  part: PicturePart,
): Promise<RecognisablePicture> {
  const options = { ...fitOptions(context, part), purpose: "view" as const, content: "drawing" as const };
  const fitted = await picture.fit(limits, options);
  const size = enlarged(fitted);
  const pixels = await decodeImage(fitted.data, { size, signal: context.signal });
  const { widthPx, heightPx } = pixels;
  return { image: { data: greyOf(pixels), widthPx, heightPx }, scale: fitted.originalWidthPx / widthPx };
}

function enlarged({ widthPx, heightPx }: PixelSize): PixelSize {
  const factor = Math.min(maxEnlargement, Math.max(1, Math.sqrt(wantedPixels / (widthPx * heightPx))));
  const within = Math.min(factor, Math.max(1, maxSidePx / Math.max(widthPx, heightPx)));
  return { widthPx: Math.round(widthPx * within), heightPx: Math.round(heightPx * within) };
}

/** How bright a pixel looks (Rec. 601), on white where it is transparent. */
function greyOf({ data, channels }: RawPixels): Uint8Array {
  if (channels === 1) return data;
  const grey = new Uint8Array(data.length / channels);
  for (let pixel = 0, at = 0; pixel < grey.length; pixel++, at += channels) {
    const [red = 0, green = 0, blue = 0, alpha = 255] = [
      data[at],
      data[at + 1],
      data[at + 2],
      channels === 4 ? data[at + 3] : 255,
    ];
    const brightness = 0.299 * red + 0.587 * green + 0.114 * blue;
    grey[pixel] = (brightness * alpha + 255 * (255 - alpha)) / 255;
  }
  return grey;
}
