import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { type LanguageModel, wrapLanguageModel } from "ai";
import { anthropic, type Capabilities } from "@reader/core";
import { moveMediaToUser } from "@reader/tool/ai-sdk";

/** The address of a server and the name of its model. */
export interface ChatModelOptions {
  /** The name of the server in errors and request settings. */
  readonly provider: string;
  readonly baseUrl: string;
  readonly modelName: string;
  readonly apiKey?: string | undefined;
}

/** A model of a Chat Completions server. Tool messages accept only text, so images are sent in a user message after them. */
export function chatModel({ provider, baseUrl, modelName, apiKey }: ChatModelOptions): LanguageModel {
  const models = createOpenAICompatible({
    name: provider,
    baseURL: baseUrl,
    includeUsage: true,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  return wrapLanguageModel({ model: models(modelName), middleware: moveMediaToUser() });
}

/**
 * What every model with image input accepts: at most 20 images of the types that all providers support, with a long edge
 * of 1568 px, which no provider scales down. Tokens are counted by Anthropic's formula, which gives the highest count.
 */
export const anyImages: Capabilities = {
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
