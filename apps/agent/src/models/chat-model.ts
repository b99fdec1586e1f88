import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { type LanguageModel, wrapLanguageModel } from "ai";
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
