import type { Budget } from "../contract/budget.ts";
import type { Capabilities, ImageCapabilities } from "../contract/capabilities.ts";
import type { DocumentPart, ImagePart } from "../contract/events.ts";
import type { MediaOmitted } from "../contract/notices.ts";

/** The decision about an image or document. */
export type Gated =
  | { readonly verdict: "taken" }
  /** The image limit of the budget is reached. */
  | { readonly verdict: "full"; readonly maxCount: number }
  | { readonly verdict: "omitted"; readonly notice: MediaOmitted };

/** The images that an answer already contains. */
export interface UsedMedia {
  readonly images: number;
  /** The longest side of any of its images, in pixels. */
  readonly longestSidePx: number;
  readonly budget: Budget;
}

/** Decides whether a model can take a part, given the images in the answer so far. */
export function gateMedia(part: ImagePart | DocumentPart, capabilities: Capabilities, used: UsedMedia): Gated {
  const obstacle =
    part.type === "image" ? imageObstacle(part, capabilities, used) : documentObstacle(part, capabilities);
  if (obstacle !== undefined) return { verdict: "omitted", notice: omitted(part, obstacle) };
  if (part.type === "document") return { verdict: "taken" };
  const maxCount = maxCountOf(capabilities.images, used);
  return used.images < maxCount ? { verdict: "taken" } : { verdict: "full", maxCount };
}

/** Returns the cost of a part in tokens; an estimate for a document. */
export function mediaTokens(part: ImagePart | DocumentPart, { images, documents }: Capabilities): number {
  if (part.type === "image") return imageTokens(part, images);
  return (part.pages ?? 1) * (documents?.tokensPerPage ?? 0);
}

/** Returns the longer side of an image in pixels, or 0 if its size is unknown. */
export function longSidePx(part: SizedImage): number {
  return Math.max(part.widthPx ?? 0, part.heightPx ?? 0);
}

/** Creates the notice for an omitted part. */
export function omitted(part: ImagePart | DocumentPart, obstacle: Obstacle): MediaOmitted {
  const { type: kind, mediaType, data, at } = part;
  return {
    type: "notice",
    code: "media-omitted",
    kind,
    mediaType,
    ...obstacle,
    bytes: data.length,
    ...(kind === "image" ? sizeOf(part) : {}),
    ...(at === undefined ? {} : { at }),
  };
}

/** The reason for omitting a part, with the limit that it exceeds, if any. */
export type Obstacle = Pick<MediaOmitted, "reason" | "limit" | "value">;

/** The size of an image. */
type SizedImage = Pick<ImagePart, "widthPx" | "heightPx">;

/** Returns the cost of an image in tokens by its provider's formula, or 0 if its size is unknown. */
export function imageTokens(image: SizedImage, images: ImageCapabilities | undefined): number {
  if (images === undefined) return 0;
  const { tokens } = images;
  if (tokens.kind === "fixed") return tokens.tokens;
  const [across, down] = [(image.widthPx ?? 0) / tokens.patchPx, (image.heightPx ?? 0) / tokens.patchPx];
  const patches = Math.ceil(across) * Math.ceil(down);
  return patches <= tokens.maxTokens ? patches : scaledPatches(across, down, tokens.maxTokens);
}

/**
 * Returns the number of patches after the provider's scaling: to the area of `maxPatches`, then to whole patches on the
 * tighter side.
 */
function scaledPatches(across: number, down: number, maxPatches: number): number {
  const toArea = Math.sqrt(maxPatches / (across * down));
  const toWhole = Math.min(...[across * toArea, down * toArea].map((side) => Math.max(1, Math.floor(side)) / side));
  const scale = toArea * Math.min(1, toWhole);
  // Rounding errors must not add a patch to a side of whole patches.
  const sides = [across * scale, down * scale].map((side) => Math.ceil(side - 1e-9));
  return Math.min(maxPatches, (sides[0] ?? 1) * (sides[1] ?? 1));
}

/**
 * Returns how many images an answer may have. If a provider allows only smaller images when there are many, an answer
 * with a larger image is limited to the lower count.
 */
function maxCountOf(images: ImageCapabilities | undefined, { budget, longestSidePx }: UsedMedia): number {
  const maxCount = Math.min(budget.maxImages, images?.maxCount ?? 0);
  const many = images?.manyImages;
  return many !== undefined && longestSidePx > many.maxSidePx ? Math.min(maxCount, many.above) : maxCount;
}

const notAccepted: Obstacle = { reason: "not-accepted" };

function imageObstacle(part: ImagePart, { images }: Capabilities, used: UsedMedia): Obstacle | undefined {
  if (images === undefined || !images.mediaTypes.includes(part.mediaType)) return notAccepted;
  const { manyImages, maxBytes } = images;
  const isMany = manyImages !== undefined && used.images >= manyImages.above;
  const maxSidePx = isMany ? Math.min(manyImages.maxSidePx, images.maxSidePx) : images.maxSidePx;
  if (part.data.length > maxBytes) return { reason: "too-large", limit: "maxBytes", value: maxBytes };
  return longSidePx(part) > maxSidePx ? { reason: "too-large", limit: "maxSidePx", value: maxSidePx } : undefined;
}

function documentObstacle(part: DocumentPart, { documents }: Capabilities): Obstacle | undefined {
  if (documents === undefined || !documents.mediaTypes.includes(part.mediaType)) return notAccepted;
  const { maxBytes, maxPages } = documents;
  if (part.data.length > maxBytes) return { reason: "too-large", limit: "maxBytes", value: maxBytes };
  return (part.pages ?? 0) > maxPages ? { reason: "too-large", limit: "maxPages", value: maxPages } : undefined;
}

function sizeOf(part: Partial<ImagePart>): Partial<MediaOmitted> {
  return {
    ...(part.widthPx === undefined ? {} : { widthPx: part.widthPx }),
    ...(part.heightPx === undefined ? {} : { heightPx: part.heightPx }),
    ...(part.alt === undefined ? {} : { alt: part.alt }),
  };
}
