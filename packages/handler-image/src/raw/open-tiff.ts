import { ReadError } from "@reader/core/handler";
import { describeImage, type ImageDescription, type InputLimits, type Orientation } from "@reader/image-fit";
import { commonPicture, openCommon } from "../formats/open-common.ts";
import type { Picture } from "../picture.ts";
import { sizeWords } from "../words/picture-line.ts";
import { rawPhoto, type RawPhoto } from "./raw-photo.ts";

/** Opens a TIFF; of the raw photo of a camera, which is a TIFF too, the largest preview inside. */
export async function openTiff(bytes: Uint8Array, input: InputLimits): Promise<Picture> {
  const raw = rawPhoto(bytes);
  return raw === undefined ? openCommon(bytes, input) : openRaw(bytes, raw, input);
}

async function openRaw(bytes: Uint8Array, raw: RawPhoto, input: InputLimits): Promise<Picture> {
  for (const preview of raw.previews) {
    // What is no preview but the numbers of the sensor is a JPEG that nobody decodes.
    const description = await describeImage(preview, { input }).catch(() => undefined);
    if (description !== undefined) return previewPicture({ bytes, raw, preview }, turned(description, raw), input);
  }
  throw new ReadError("unsupported-type", "The file is a raw photo without a preview that can be shown.", {
    hint: "Develop it first: `darktable-cli photo.dng photo.jpg`, or `dcraw -c -w photo.nef > photo.ppm` and ImageMagick.",
  });
}

interface Preview {
  readonly bytes: Uint8Array;
  readonly raw: RawPhoto;
  readonly preview: Uint8Array;
}

function previewPicture({ bytes, raw, preview }: Preview, description: ImageDescription, input: InputLimits): Picture {
  const common = commonPicture(preview, description, input);
  const own = raw.size === undefined ? "its own pixels" : `its own ${sizeWords(raw.size)} pixels`;
  return {
    ...common,
    format: "raw photo, preview",
    mediaType: "image/tiff",
    exif: bytes,
    remarks: [`This is the preview inside a raw photo; ${own} must be developed first, with darktable-cli or dcraw.`],
    // As it is, a preview would lie on its side: how it is held stands beside it.
    fit: (limits, options) => common.fit(limits, { ...options, purpose: "view" }),
  };
}

const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** As the photo is held, where the preview does not say it itself. */
function turned(description: ImageDescription, raw: RawPhoto): ImageDescription {
  const orientation = orientations.find((each) => each === raw.orientation) ?? 1;
  if (description.orientation !== 1 || orientation === 1) return description;
  const { widthPx, heightPx } = description;
  const isSwapped = orientation >= 5;
  return {
    ...description,
    orientation,
    widthPx: isSwapped ? heightPx : widthPx,
    heightPx: isSwapped ? widthPx : heightPx,
  };
}
