import { gemini, type StopSignal } from "@reader/core";
import type { AgentTool } from "../answer/agent-tool.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import { answerText, type ToolAnswer } from "../answer/tool-answer.ts";
import { plainSchema, type PlainSchema } from "../schema/plain-schema.ts";

/** A request has 20 MB; most of them, in base64, for one answer. */
const target: Target = {
  carries: gemini,
  assumes: gemini,
  maxMediaBytes: 10_000_000,
  limitedBy: "one answer to Gemini's API",
};

/** Bytes in a request. */
export interface GeminiBlob {
  inlineData: { mimeType: string; data: string };
}

/** A part of the user content that answers a function call. */
export type GeminiPart =
  | {
      functionResponse: {
        id?: string;
        name: string;
        response: Record<string, unknown>;
        parts?: GeminiBlob[];
      };
    }
  | GeminiBlob;

/** Options of the Gemini target. */
export interface GeminiOptions extends TargetOptions {
  /** Where media are sent: `inside` the response (Gemini 3, the default) or `beside` it (Gemini 2.5). */
  readonly media?: "inside" | "beside";
}

/** A tool for the Gemini API. */
export interface GeminiTool {
  /** For `functionDeclarations` of a request. */
  readonly definition: { name: string; description: string; parametersJsonSchema: PlainSchema };
  /** Answers a function call. The parts must go into a single user content. */
  readonly run: (
    call: { readonly id?: string; readonly name?: string; readonly args?: unknown },
    options?: { readonly signal?: StopSignal },
  ) => Promise<GeminiPart[]>;
}

/** A tool for the Gemini API; sends images and PDF files to the model, unless capabilities are given. */
export function geminiTool(tool: AgentTool, options: GeminiOptions = {}): GeminiTool {
  const run = runFor(tool, target, options);
  const { name, description, inputSchema } = tool;
  return {
    definition: { name, description, parametersJsonSchema: plainSchema(inputSchema) },
    run: async (call, { signal } = {}) => {
      const answer = await run(call.args, signal);
      return geminiParts({ name, ...(call.id === undefined ? {} : { id: call.id }) }, answer, options.media);
    },
  };
}

/** Converts an answer to parts. */
export function geminiParts(
  call: { readonly id?: string; readonly name: string },
  answer: ToolAnswer,
  media: "inside" | "beside" = "inside",
): GeminiPart[] {
  const response = { [answer.isError ? "error" : "output"]: answerText(answer) };
  const blobs = answer.media.map(({ mediaType, base64 }) => ({ inlineData: { mimeType: mediaType, data: base64 } }));
  if (media === "beside") return [{ functionResponse: { ...call, response } }, ...blobs];
  return [{ functionResponse: { ...call, response, ...(blobs.length === 0 ? {} : { parts: blobs }) } }];
}
