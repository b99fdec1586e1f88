import { capabilityProfiles } from "@reader/core";
import { extent, type HandlerContext, type HandlerInfo, type Json, type Source } from "@reader/core/handler";
import { imageTokens } from "@reader/core/internal";
import { fitSize } from "@reader/image-fit";
import { photoFacts } from "./exif/exif.ts";
import { openImage } from "./formats/open-image.ts";
import type { OpenedImage } from "./model/opened-image.ts";

/** Returns format, size, colours, frames or pages, camera metadata, and the token cost for each provider's model. */
export async function imageInfo(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  const image = await openImage(source, context);
  const { widthPx, heightPx } = image.size;
  const facts: Readonly<Record<string, Json>> = {
    format: image.format,
    widthPx,
    heightPx,
    ...image.facts,
    ...animationFacts(image),
    ...cameraFacts(image),
    tokens: tokenCosts(image),
  };
  return { extents: image.count > 1 ? [extent("page", image.count)] : [], facts };
}

function animationFacts({ animation, count }: OpenedImage): Readonly<Record<string, Json>> {
  if (animation === undefined) return count > 1 ? { pages: count } : {};
  return { frames: count, durationMs: animation.delaysMs.reduce((sum, delayMs) => sum + delayMs, 0) };
}

/** Returns the camera metadata. The location is reported only on request, but its presence is mentioned. */
function cameraFacts({ exif }: OpenedImage): Readonly<Record<string, Json>> {
  if (exif === undefined) return {};
  const { hasLocation, ...facts } = photoFacts(exif);
  return { ...facts, ...(hasLocation ? { location: 'written; send select "metadata" to see it' } : {}) };
}

/** The tokens of the image as shown, by capability profile. */
function tokenCosts({ size }: OpenedImage): Readonly<Record<string, Json>> {
  const costs = Object.values(capabilityProfiles).flatMap(({ name, images }) =>
    images === undefined ? [] : [[name, imageTokens(fitSize(size, images), images)] as const],
  );
  return Object.fromEntries(costs);
}
