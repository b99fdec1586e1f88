import type { Budget } from "../budget.ts";
import type { Capabilities, ImageCapabilities } from "../capabilities.ts";
import type { DocumentPart, ImagePart } from "../events.ts";
import type { MediaOmitted } from "../notices.ts";

/** What became of an image or document. */
export type Gated =
  | { readonly verdict: "taken" }
  /** The budget's images are used up. */
  | { readonly verdict: "full" }
  | { readonly verdict: "omitted"; readonly notice: MediaOmitted };

/** Decides whether a model can take a part, given how many images it already gets. */
export function gateMedia(
  part: ImagePart | DocumentPart,
  capabilities: Capabilities,
  used: { readonly images: number; readonly budget: Budget },
): Gated {
  const reason = part.type === "image" ? imageObstacle(part, capabilities) : documentObstacle(part, capabilities);
  if (reason !== undefined) return { verdict: "omitted", notice: omitted(part, reason) };
  if (part.type === "document") return { verdict: "taken" };
  const maxCount = Math.min(used.budget.maxImages, capabilities.images?.maxCount ?? 0);
  return { verdict: used.images < maxCount ? "taken" : "full" };
}

/** The notice for a part that is left out. */
export function omitted(part: ImagePart | DocumentPart, reason: MediaOmitted["reason"]): MediaOmitted {
  const { type: kind, mediaType, data, at } = part;
  return {
    type: "notice",
    code: "media-omitted",
    kind,
    mediaType,
    reason,
    bytes: data.length,
    ...(kind === "image" ? sizeOf(part) : {}),
    ...(at === undefined ? {} : { at }),
  };
}

/** What an image costs a model in tokens, by its provider's formula; 0 where the size is not known. */
export function imageTokens(part: ImagePart, images: ImageCapabilities | undefined): number {
  if (images === undefined) return 0;
  const { tokens } = images;
  if (tokens.kind === "fixed") return tokens.tokens;
  const patches = Math.ceil((part.widthPx ?? 0) / tokens.patchPx) * Math.ceil((part.heightPx ?? 0) / tokens.patchPx);
  return Math.min(patches, tokens.maxTokens);
}

function imageObstacle(part: ImagePart, { images }: Capabilities): MediaOmitted["reason"] | undefined {
  if (images === undefined || !images.mediaTypes.includes(part.mediaType)) return "not-accepted";
  const side = Math.max(part.widthPx ?? 0, part.heightPx ?? 0);
  return part.data.length > images.maxBytes || side > images.maxSidePx ? "too-large" : undefined;
}

function documentObstacle(part: DocumentPart, { documents }: Capabilities): MediaOmitted["reason"] | undefined {
  if (documents === undefined || !documents.mediaTypes.includes(part.mediaType)) return "not-accepted";
  return part.data.length > documents.maxBytes || (part.pages ?? 0) > documents.maxPages ? "too-large" : undefined;
}

function sizeOf(part: Partial<ImagePart>): Partial<MediaOmitted> {
  return {
    ...(part.widthPx === undefined ? {} : { widthPx: part.widthPx }),
    ...(part.heightPx === undefined ? {} : { heightPx: part.heightPx }),
    ...(part.alt === undefined ? {} : { alt: part.alt }),
  };
}
