import type { StopSignal } from "@reader/core";
import type { AgentTool } from "../agent-tool.ts";
import { carriesImages } from "../answer/carriers.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import { textOrParts, type TextContent, type ToolAnswer } from "../answer/tool-answer.ts";
import { openParameters, type OpenParameters } from "../schema/plain-schema.ts";

export { moveMediaToUser } from "./langchain-messages.ts";
export type { PlainBlock, PlainMessage } from "./langchain-messages.ts";

/** No documents: LangChain's clients send those of tool messages as the text of their JSON. */
const target: Target = { carries: carriesImages, maxMediaBytes: 14_000_000, limitedBy: "a request" };

/** One block of a message, in LangChain's standard form. */
export type LangChainBlock = TextContent | { type: "image"; mimeType: string; data: string };

/** Content for the model, and the whole answer for programs. */
export type LangChainResult = [content: string | LangChainBlock[], artifact: ToolAnswer];

/** What `tool` of `@langchain/core/tools` is called with. */
export type LangChainTool = [
  run: (input: unknown, config?: { readonly signal?: StopSignal | undefined }) => Promise<LangChainResult>,
  fields: {
    name: string;
    description: string;
    schema: OpenParameters;
    responseFormat: "content_and_artifact";
    /** LangChain checks what a model sent before the tool sees it: so the model is told at least what is wrong. */
    verboseParsingErrors: true;
  },
];

/**
 * The arguments of LangChain's `tool`: `tool(...langChainTool(createReadTool(reader)))`. Which model it is for is not
 * known here: say it to the reader, else it gets text alone. Chat Completions need `moveMediaToUser`, too.
 */
export function langChainTool(tool: AgentTool, options: TargetOptions = {}): LangChainTool {
  const run = runFor(tool, target, options);
  const { name, description, inputSchema } = tool;
  return [
    async (input, config) => langChainResult(await run(input, config?.signal)),
    {
      name,
      description,
      schema: openParameters(inputSchema),
      responseFormat: "content_and_artifact",
      verboseParsingErrors: true,
    },
  ];
}

/** An answer as content and artifact. The artifact has no media: the content has them. */
export function langChainResult(answer: ToolAnswer): LangChainResult {
  const content = textOrParts(answer, ({ mediaType, base64 }): LangChainBlock => ({
    type: "image",
    mimeType: mediaType,
    data: base64,
  }));
  return [content, { ...answer, media: [] }];
}
