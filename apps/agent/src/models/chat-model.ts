import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { moveMediaToUser } from "@reader/tool/ai-sdk";
import { wrapLanguageModel, type LanguageModel } from "ai";

/** Where a server is, and what it is asked for. */
export interface ChatModelOptions {
  /** What the server is called in errors and in the settings of requests. */
  readonly provider: string;
  readonly baseUrl: string;
  readonly modelName: string;
  readonly apiKey?: string | undefined;
}

/** A model behind a server that speaks Chat Completions, whose tool messages take text only: pictures follow them. */
export function chatModel({ provider, baseUrl, modelName, apiKey }: ChatModelOptions): LanguageModel {
  const models = createOpenAICompatible({
    name: provider,
    baseURL: baseUrl,
    includeUsage: true,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  return wrapLanguageModel({ model: models(modelName), middleware: moveMediaToUser() });
}
