import {
  capabilityProfiles,
  extent,
  imageTokens,
  type HandlerContext,
  type HandlerInfo,
  type Json,
  type Source,
} from "@reader/core/handler";
import { fitSize } from "@reader/image-fit";
import { photoFacts } from "./exif/exif.ts";
import { openPicture } from "./formats/open-image.ts";
import type { Picture } from "./model/opened-image.ts";

/** Format, size, colours, frames or pages, what the camera wrote, and what the picture would cost each provider's model. */
export async function describePicture(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  const picture = await openPicture(source, context);
  const { widthPx, heightPx } = picture.size;
  const facts: Readonly<Record<string, Json>> = {
    format: picture.format,
    widthPx,
    heightPx,
    ...picture.facts,
    ...animationFacts(picture),
    ...cameraFacts(picture),
    tokens: tokenCosts(picture),
  };
  return { extents: picture.count > 1 ? [extent("page", picture.count)] : [], facts };
}

function animationFacts({ animation, count }: Picture): Readonly<Record<string, Json>> {
  if (animation === undefined) return count > 1 ? { pages: count } : {};
  return { frames: count, durationMs: animation.delaysMs.reduce((sum, delayMs) => sum + delayMs, 0) };
}

/** Where a photo was taken is told on request only; that it is written is worth knowing. */
function cameraFacts({ exif }: Picture): Readonly<Record<string, Json>> {
  if (exif === undefined) return {};
  const { hasLocation, ...facts } = photoFacts(exif);
  return { ...facts, ...(hasLocation ? { location: 'written; send select "metadata" to see it' } : {}) };
}

/** Tokens of the picture as it would be shown, by profile. */
function tokenCosts({ size }: Picture): Readonly<Record<string, Json>> {
  const costs = Object.values(capabilityProfiles).flatMap(({ name, images }) =>
    images === undefined ? [] : [[name, imageTokens(fitSize(size, images), images)] as const],
  );
  return Object.fromEntries(costs);
}
