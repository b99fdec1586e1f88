import type { MediaType } from "./media-type.ts";

/** The images that a model accepts. */
export interface ImageCapabilities {
  readonly mediaTypes: readonly MediaType[];
  /** Maximum size of an image before base64, in bytes. */
  readonly maxBytes: number;
  /** Maximum number of images in one request. */
  readonly maxCount: number;
  /** Maximum length of a side, in pixels. The provider rejects larger images. */
  readonly maxSidePx: number;
  /** The lower limit of a side for requests with more than `above` images. */
  readonly manyImages?: { readonly above: number; readonly maxSidePx: number };
  /** Length of the long side, in pixels, up to which the provider does not scale an image down. */
  readonly nativeSidePx: number;
  /** How the provider counts the tokens of an image. */
  readonly tokens: ImageTokens;
}

/** The token formula of a provider, as data. */
export type ImageTokens =
  /** `ceil(width / patchPx) * ceil(height / patchPx)`; an image that has more than `maxTokens` is scaled down first. */
  | { readonly kind: "patches"; readonly patchPx: number; readonly maxTokens: number }
  /** A fixed number for every image. */
  | { readonly kind: "fixed"; readonly tokens: number };

/** The documents that a model accepts without conversion. */
export interface DocumentCapabilities {
  readonly mediaTypes: readonly MediaType[];
  /** Maximum size of a document before base64, in bytes. */
  readonly maxBytes: number;
  readonly maxPages: number;
  /** Approximate cost of a page, its text and its image together. */
  readonly tokensPerPage: number;
}

/** What a model accepts besides text. An absent kind is not accepted. */
export interface Capabilities {
  readonly name: string;
  readonly images?: ImageCapabilities;
  readonly documents?: DocumentCapabilities;
}

/** A model that accepts only text. The default. */
export const textOnly: Capabilities = { name: "text" };

/**
 * Anthropic's Messages API. Image types, 8000 px a side and 2000 px with more than 20 images, 100 images, 10 MB of
 * base64 (7.5 MB of bytes), 28-px patches: its "Vision" guide. The long edge is 1568 px, which no model scales down.
 * `maxTokens` is 4784, the limit of the high-resolution models, so that an image of any shape keeps its long edge. The
 * other models scale down images above 1568 tokens: lower `maxTokens` to use coordinates with one of them.
 * PDF: 32 MB a request, 100 pages on models with a context of 200 000 tokens, and up to 3000 tokens a page: its "PDF
 * support" guide.
 */
export const anthropic: Capabilities = {
  name: "anthropic",
  images: {
    mediaTypes: ["image/jpeg", "image/png", "image/gif", "image/webp"],
    maxBytes: 7_500_000,
    maxCount: 100,
    maxSidePx: 8000,
    manyImages: { above: 20, maxSidePx: 2000 },
    nativeSidePx: 1568,
    tokens: { kind: "patches", patchPx: 28, maxTokens: 4784 },
  },
  documents: { mediaTypes: ["application/pdf"], maxBytes: 24_000_000, maxPages: 100, tokensPerPage: 3000 },
};

/**
 * OpenAI's Responses API. Image types (without GIF: only those without animation are accepted), 500
 * images and 50 MB a request, 32-px patches with 2048 px and 2500 patches at `detail: high`: its "Images and vision"
 * guide. PDF: 50 MB of files a request: its "File inputs" guide, which gives no limit of pages; 1000 keeps a document
 * inside the context. A page is sent as text, about 1000 tokens, and as an image of up to 2500.
 */
export const openai: Capabilities = {
  name: "openai",
  images: {
    mediaTypes: ["image/png", "image/jpeg", "image/webp"],
    maxBytes: 20_000_000,
    maxCount: 500,
    maxSidePx: 6000,
    nativeSidePx: 2048,
    tokens: { kind: "patches", patchPx: 32, maxTokens: 2500 },
  },
  documents: { mediaTypes: ["application/pdf"], maxBytes: 37_000_000, maxPages: 1000, tokensPerPage: 3500 },
};

/**
 * Google's Gemini API. 20 MB of inline data a request (15 MB before base64), 3600 images, 1120 tokens an image at
 * `media_resolution` high: its "Image understanding" and "Media resolution" guides. PDF: 50 MB and 1000 pages: its
 * "Document understanding" guide; inline data holds it to 15 MB. A page costs the 560 tokens of the resolution
 * `medium`, which is that of documents.
 */
export const gemini: Capabilities = {
  name: "gemini",
  images: {
    mediaTypes: ["image/png", "image/jpeg", "image/webp"],
    maxBytes: 15_000_000,
    maxCount: 3600,
    maxSidePx: 8192,
    nativeSidePx: 3072,
    tokens: { kind: "fixed", tokens: 1120 },
  },
  documents: { mediaTypes: ["application/pdf"], maxBytes: 15_000_000, maxPages: 1000, tokensPerPage: 560 },
};

/**
 * What every model with image input accepts: at most 20 images of the types that all providers support, with a long edge
 * of 1568 px, which no provider scales down. Tokens are counted by Anthropic's formula, which gives the highest count.
 */
export const anyModel: Capabilities = {
  name: "any",
  images: {
    mediaTypes: ["image/jpeg", "image/png", "image/webp"],
    maxBytes: 5_000_000,
    maxCount: 20,
    maxSidePx: 1568,
    nativeSidePx: 1568,
    tokens: anthropic.images?.tokens ?? { kind: "fixed", tokens: 1568 },
  },
};

/** The provider profiles by name, for callers that select one by name. */
export const capabilityProfiles: Readonly<Record<"text" | "anthropic" | "openai" | "gemini", Capabilities>> = {
  text: textOnly,
  anthropic,
  openai,
  gemini,
};
