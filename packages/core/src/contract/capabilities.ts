import type { MediaType } from "./media-type.ts";

/** What a model takes of images. */
export interface ImageCapabilities {
  readonly mediaTypes: readonly MediaType[];
  /** Bytes of one image before base64. */
  readonly maxBytes: number;
  /** Images of one request. */
  readonly maxCount: number;
  /** Pixels of a side; a larger image is refused by the provider. */
  readonly maxSidePx: number;
  /** The lower limit of a side that holds when a request has more than `above` images. */
  readonly manyImages?: { readonly above: number; readonly maxSidePx: number };
  /** The long edge at which nothing is scaled down by the provider. */
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

/** What a model takes of documents as they are. */
export interface DocumentCapabilities {
  readonly mediaTypes: readonly MediaType[];
  /** Bytes of one document before base64. */
  readonly maxBytes: number;
  readonly maxPages: number;
  /** About what a page costs, its text and its picture together. */
  readonly tokensPerPage: number;
}

/** What a model takes besides text. An absent kind is not taken at all. */
export interface Capabilities {
  readonly name: string;
  readonly images?: ImageCapabilities;
  readonly documents?: DocumentCapabilities;
}

/** A model that takes text and nothing else; the default. */
export const textOnly: Capabilities = { name: "text" };

/**
 * Anthropic's Messages API. Image types, 8000 px a side and 2000 px with more than 20 images, 100 images, 10 MB of
 * base64 (7.5 MB of bytes), 28-px patches: its "Vision" guide. The long edge is the 1568 px that all models show as it
 * is, the tokens are the 4784 of those with high resolution, so that a picture keeps its long edge in every shape; the
 * others scale what is above 1568 tokens down, and a caller who reads coordinates with one of them lowers `maxTokens`.
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
 * OpenAI's Responses API. Image types (a GIF only where it is still, which its type does not tell: left out), 500
 * images and 50 MB a request, 32-px patches with 2048 px and 2500 patches at `detail: high`: its "Images and vision"
 * guide. PDF: 50 MB of files a request: its "File inputs" guide, which names
 * no limit of pages; 1000 keeps a document inside the context. A page is sent as its text, some 1000 tokens, and as a
 * picture of up to 2500.
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

/** The provider profiles by name, for callers who choose one with a word. */
export const capabilityProfiles: Readonly<Record<"text" | "anthropic" | "openai" | "gemini", Capabilities>> = {
  text: textOnly,
  anthropic,
  openai,
  gemini,
};
