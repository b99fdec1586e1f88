import type { Capabilities } from "@reader/core/handler";
import type { FitLimits } from "@reader/image-fit";

/** What pictures of pages must be so that a model takes them; `undefined` where it takes none. */
export function fitLimitsOf({ images }: Capabilities): FitLimits | undefined {
  if (images === undefined || images.mediaTypes.length === 0 || images.maxCount === 0) return undefined;
  const { mediaTypes, maxBytes, maxSidePx, nativeSidePx } = images;
  return { mediaTypes, maxBytes, maxSidePx, nativeSidePx };
}
