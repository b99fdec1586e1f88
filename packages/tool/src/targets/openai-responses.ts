import { openai, type StopSignal } from "@reader/core";
import type { AgentTool } from "../answer/agent-tool.ts";
import { dataUrl } from "../answer/carriers.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import { answerText, answerTexts, type ToolAnswer } from "../answer/tool-answer.ts";
import { strictSchema } from "../schema/json-schema.ts";
import { plainSchema, type PlainSchema } from "../schema/plain-schema.ts";

/** A request has 50 MB of files; half of them, in base64, leave room for the rest of the conversation. */
const target: Target = {
  carries: openai,
  assumes: openai,
  maxMediaBytes: 18_000_000,
  limitedBy: "one answer to OpenAI's API",
};

/** One part of an output. */
export type ResponsesContent =
  | { type: "input_text"; text: string }
  | { type: "input_image"; image_url: string; detail: "auto" }
  | { type: "input_file"; filename: string; file_data: string };

/** An input item that answers a function call. */
export interface ResponsesOutput {
  type: "function_call_output";
  call_id: string;
  output: string | ResponsesContent[];
}

/** Options of the OpenAI targets. */
export interface OpenAiOptions extends TargetOptions {
  /** True to enforce the schema, in which every field is then required. Default: false. */
  readonly strict?: boolean;
}

/** A tool for OpenAI's Responses API. */
export interface ResponsesTool {
  /** For `tools` of a request. */
  readonly definition: {
    type: "function";
    name: string;
    description: string;
    parameters: PlainSchema;
    strict: boolean;
  };
  /** Answers a `function_call` item. */
  readonly run: (
    call: { readonly call_id: string; readonly arguments: string },
    options?: { readonly signal?: StopSignal },
  ) => Promise<ResponsesOutput>;
}

/** A tool for OpenAI's Responses API; sends images and PDF files to the model, unless capabilities are given. */
export function responsesTool(tool: AgentTool, options: OpenAiOptions = {}): ResponsesTool {
  const run = runFor(tool, target, options);
  const { name, description, inputSchema } = tool;
  const { strict = false } = options;
  const parameters = plainSchema(strict ? strictSchema(inputSchema) : inputSchema);
  return {
    definition: { type: "function", name, description, parameters, strict },
    run: async (call, { signal } = {}) => responsesOutput(call.call_id, await run(call.arguments, signal)),
  };
}

/** Converts an answer to an input item. */
export function responsesOutput(callId: string, answer: ToolAnswer): ResponsesOutput {
  return { type: "function_call_output", call_id: callId, output: outputOf(answer) };
}

function outputOf(answer: ToolAnswer): string | ResponsesContent[] {
  if (answer.media.length === 0) return answerText(answer);
  const texts = answerTexts(answer).map((text): ResponsesContent => ({ type: "input_text", text }));
  const media = answer.media.map((each): ResponsesContent => {
    const url = dataUrl(each);
    return each.kind === "image"
      ? { type: "input_image", image_url: url, detail: "auto" }
      : { type: "input_file", filename: each.fileName, file_data: url };
  });
  return [...texts, ...media];
}
