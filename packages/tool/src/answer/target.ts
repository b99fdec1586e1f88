import { textOnly, type Capabilities, type Session, type StopSignal } from "@reader/core";
import type { AgentTool } from "../agent-tool.ts";
import { limitMedia } from "./limit-media.ts";
import { narrowCapabilities } from "./narrow-capabilities.ts";
import type { ToolAnswer } from "./tool-answer.ts";

/** What a caller may say to every target. */
export interface TargetOptions {
  /** What the model takes; see each target for what it takes for granted otherwise. */
  readonly capabilities?: Capabilities;
  /** Bytes of pictures and documents of one answer, before base64; the limit of the target where not given. */
  readonly maxMediaBytes?: number;
  /** The conversation that the tool is for. */
  readonly session?: Session;
}

/** What one framework or provider takes. */
export interface Target {
  /** What its messages can carry. */
  readonly carries: Capabilities;
  /** What the model is taken to take where nobody says; nothing but text where not given. */
  readonly assumes?: Capabilities;
  /** Bytes of media of one answer, before base64. */
  readonly maxMediaBytes: number;
  /** What has that limit, as a noun. */
  readonly limitedBy: string;
}

/** Runs a tool for a target: with what both the model and the target take, and within its limits. */
export type Run = (input: unknown, signal?: StopSignal) => Promise<ToolAnswer>;

/** Binds a tool to a target. */
export function runFor(tool: AgentTool, target: Target, options: TargetOptions): Run {
  const model = options.capabilities ?? tool.capabilities ?? target.assumes ?? textOnly;
  const capabilities = narrowCapabilities(model, target.carries);
  const maxBytes = Math.min(options.maxMediaBytes ?? Number.POSITIVE_INFINITY, target.maxMediaBytes);
  const { session } = options;
  return async (input, signal) => {
    const answer = await tool.execute(input, { capabilities, session, signal });
    return limitMedia(answer, { maxBytes, limitedBy: target.limitedBy, toolName: tool.name });
  };
}
