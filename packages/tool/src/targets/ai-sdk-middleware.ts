import { mediaIntroduction } from "../answer/tool-answer.ts";

/** The message with the answers of tools, as AI SDK types it. */
interface ToolMessage {
  readonly role: "tool";
  readonly content: readonly Part[];
}

interface Part {
  readonly type: string;
}

interface ContentResult extends Part {
  readonly toolCallId: string;
  readonly output: { readonly type: "content"; readonly value: readonly Part[] };
}

/** A middleware of AI SDK 7 for `wrapLanguageModel`. */
export interface MediaMiddleware {
  readonly specificationVersion: "v4";
  readonly transformParams: <Params extends { readonly prompt: readonly object[] }>(call: {
    readonly params: Params;
    readonly model: { readonly provider: string };
  }) => Promise<Params>;
}

/** For which models files are moved. */
export interface MediaMiddlewareOptions {
  /** Whether a provider takes text only in tool messages; by default those whose name ends with `.chat`. */
  readonly appliesTo?: (provider: string) => boolean;
}

/**
 * Moves the files of tool answers into a user message behind them, for providers that speak Chat Completions: their
 * tool messages take text only, and AI SDK would send the base64 as text there (vercel/ai#10850).
 */
export function moveMediaToUser(options: MediaMiddlewareOptions = {}): MediaMiddleware {
  const { appliesTo = (provider) => provider.endsWith(".chat") } = options;
  return {
    specificationVersion: "v4",
    transformParams: async ({ params, model }) =>
      appliesTo(model.provider) ? { ...params, prompt: params.prompt.flatMap(movedMedia) } : params,
  };
}

function movedMedia(message: object): readonly object[] {
  if (!isToolMessage(message)) return [message];
  const results = message.content.filter(isContentResult);
  const user = results.flatMap(filesOf);
  const tool = { ...message, content: message.content.map((part) => (isContentResult(part) ? asText(part) : part)) };
  return user.length === 0 ? [tool] : [tool, { role: "user", content: user }];
}

function filesOf({ toolCallId, output }: ContentResult): readonly object[] {
  const files = output.value.filter(({ type }) => type === "file");
  if (files.length === 0) return [];
  return [{ type: "text", text: mediaIntroduction(toolCallId) }, ...files];
}

function asText(part: ContentResult): object {
  const texts = part.output.value.flatMap((each) =>
    "text" in each && typeof each.text === "string" ? [each.text] : [],
  );
  return { ...part, output: { type: "text", value: texts.join("\n\n") } };
}

function isToolMessage(message: object): message is ToolMessage {
  return (message as { readonly role?: unknown }).role === "tool";
}

function isContentResult(part: Part): part is ContentResult {
  return (part as Partial<ContentResult>).output?.type === "content";
}
