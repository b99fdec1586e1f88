import { anthropic, type Capabilities, type ImageCapabilities } from "@reader/core";
import { answerText, textContent, type TextContent, type ToolAnswer, type ToolMedia } from "./tool-answer.ts";

const unlimited = Number.MAX_SAFE_INTEGER;

/** Images of the types that every provider takes, without other limits: those of the model hold. */
export const anyImages: ImageCapabilities = {
  mediaTypes: ["image/png", "image/jpeg", "image/webp", "image/gif"],
  maxBytes: unlimited,
  maxCount: unlimited,
  maxSidePx: unlimited,
  nativeSidePx: unlimited,
  tokens: { kind: "fixed", tokens: 0 },
};

/** Messages that carry images and PDF, whoever the provider is. */
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

/** Messages that carry images and no documents. */
export const carriesImages: Capabilities = { name: "images", images: anyImages };

/** Messages that end at a model of Anthropic's, through a program that has no documents. */
export const claudeImages: Capabilities = {
  name: "claude-images",
  ...(anthropic.images === undefined ? {} : { images: anthropic.images }),
};

/** A picture or document as a URL that holds its bytes. */
export function dataUrl({ mediaType, base64 }: { readonly mediaType: string; readonly base64: string }): string {
  return `data:${mediaType};base64,${base64}`;
}

/** What a model gets of an answer, in AI SDK and in what is built on it. */
export type SdkOutput<Part> =
  | { type: "text"; value: string }
  | { type: "error-text"; value: string }
  | { type: "content"; value: (TextContent | Part)[] };

/** An answer as a model gets it. Text alone stays one text, because some providers send anything else as its JSON. */
export function sdkOutput<Part>(answer: ToolAnswer, partOf: (media: ToolMedia) => Part): SdkOutput<Part> {
  if (answer.media.length === 0) return { type: answer.isError ? "error-text" : "text", value: answerText(answer) };
  return { type: "content", value: [...textContent(answer), ...answer.media.map(partOf)] };
}
