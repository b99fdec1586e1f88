import { scaledPicture, type DecodeRequest } from "./decode-image.ts";
import { bestQuality, jpegOptions } from "./encode-pixels.ts";
import { toneTable } from "./gamma.ts";
import type { EncodedImage, FitLimits } from "./types.ts";

/**
 * A sound photo from its file to a JPEG in one go: its rows are encoded while later ones are decoded, and are never all
 * in memory. The bytes are those that decoding and encoding one after the other would give. Undefined where more has to
 * be known of the pixels: of pictures that are turned, grey, see-through or damaged, and where the best quality has too
 * many bytes.
 */
export async function transcodePhoto(
  bytes: Uint8Array,
  limits: FitLimits,
  request: DecodeRequest,
): Promise<Omit<EncodedImage, "originalWidthPx" | "originalHeightPx"> | undefined> {
  if (!limits.mediaTypes.includes("image/jpeg") || !isUprightColour(request)) return undefined;
  try {
    const picture = await scaledPicture(bytes, request, "warning");
    const data = await picture.jpeg({ ...jpegOptions, quality: bestQuality, chromaSubsampling: "4:2:0" }).toBuffer();
    return data.length > limits.maxBytes
      ? undefined
      : { mediaType: "image/jpeg", data, ...request.size, isUntouched: false };
  } catch {
    // What is damaged is decoded as far as it goes, and what that says is told.
    return undefined;
  } finally {
    request.signal?.throwIfAborted();
  }
}

function isUprightColour({ description }: DecodeRequest): boolean {
  const { orientation, colourSpace, hasAlpha, codedColours } = description;
  if (codedColours !== undefined) return false;
  return orientation === 1 && toneTable(description) === undefined && colourSpace !== "b-w" && !hasAlpha;
}
