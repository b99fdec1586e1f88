import type { Json, Reader } from "@reader/core";
import { createReadTool, type AgentTool, type ToolMedia } from "@reader/tool";
import { elideMedia } from "./elide.ts";
import { capabilitiesOf } from "./models.ts";
import { providers } from "./providers.ts";
import type { Payload, PayloadRequest } from "./wire/payload.ts";

/** What a provider is sent for a read: made by the target that agents use. Undefined for a provider that is not known. */
export async function payloadOf(reader: Reader, asked: PayloadRequest): Promise<Payload | undefined> {
  const provider = providers.find(({ id }) => id === asked.provider);
  if (provider === undefined) return undefined;
  const media: ToolMedia[] = [];
  const { definition, run } = provider.bind(watched(createReadTool(reader), media), capabilitiesOf(asked.model));
  const { request } = asked;
  const input = isFields(request) ? request : { path: typeof request === "string" ? request : JSON.stringify(request) };
  const sent = JSON.stringify(await run(input));
  return {
    message: elideMedia(asJson(sent), media),
    definition: asJson(JSON.stringify(definition)),
    bytes: new TextEncoder().encode(sent).length,
  };
}

/** The same tool; what its answers carry is kept, to be told from text later. */
function watched(tool: AgentTool, media: ToolMedia[]): AgentTool {
  return {
    ...tool,
    async execute(input, options) {
      const answer = await tool.execute(input, options);
      media.push(...answer.media);
      return answer;
    },
  };
}

function isFields(request: Json): request is { readonly [field: string]: Json } {
  return typeof request === "object" && request !== null && !Array.isArray(request);
}

function asJson(text: string): Json {
  return JSON.parse(text) as Json;
}
