import { anthropic, type Capabilities, type ImageCapabilities } from "@reader/core";
import { answerText, textContent, type TextContent, type ToolAnswer, type ToolMedia } from "./tool-answer.ts";

const unlimited = Number.MAX_SAFE_INTEGER;

/** The image types that every provider supports, without other limits. The model's limits apply. */
export const anyImages: ImageCapabilities = {
  mediaTypes: ["image/png", "image/jpeg", "image/webp", "image/gif"],
  maxBytes: unlimited,
  maxCount: unlimited,
  maxSidePx: unlimited,
  nativeSidePx: unlimited,
  tokens: { kind: "fixed", tokens: 0 },
};

/** Capabilities of messages that can carry images and PDF files. */
export const carriesAll: Capabilities = {
  name: "files",
  images: anyImages,
  documents: {
    mediaTypes: ["application/pdf"],
    maxBytes: unlimited,
    maxPages: unlimited,
    tokensPerPage: 0,
  },
};

/** Capabilities of messages that can carry images but no documents. */
export const carriesImages: Capabilities = { name: "images", images: anyImages };

/** Capabilities of messages to an Anthropic model through a program without documents. */
export const claudeImages: Capabilities = {
  name: "claude-images",
  ...(anthropic.images === undefined ? {} : { images: anthropic.images }),
};

/** Returns a data URL for an image or document. */
export function dataUrl({ mediaType, base64 }: { readonly mediaType: string; readonly base64: string }): string {
  return `data:${mediaType};base64,${base64}`;
}

/** The tool output for a model in AI SDK and frameworks based on it. */
export type SdkOutput<Part> =
  | { type: "text"; value: string }
  | { type: "error-text"; value: string }
  | { type: "content"; value: (TextContent | Part)[] };

/**
 * Converts an answer for a model. Text alone stays a single text, because some providers send anything else as JSON.
 */
export function sdkOutput<Part>(answer: ToolAnswer, partOf: (media: ToolMedia) => Part): SdkOutput<Part> {
  if (answer.media.length === 0) return { type: answer.isError ? "error-text" : "text", value: answerText(answer) };
  return { type: "content", value: [...textContent(answer), ...answer.media.map(partOf)] };
}
