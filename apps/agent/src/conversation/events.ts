import type { ReadOutcome } from "@reader/core";
import type { ToolAnswer } from "@reader/tool";
import type { Citation } from "../citations/citation.ts";

/** Token usage as counted by the provider. Absent if the provider did not report it. */
export interface TokenUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** The answer to one call of a tool. */
export interface ResultEvent {
  readonly type: "result";
  /** The id of the call. */
  readonly id: string;
  /** The tool: `read`, `list` or `find`. */
  readonly name: string;
  /** The arguments of the model, unchanged. */
  readonly request: unknown;
  /** The answer that the model gets: numbered text, notes, images and documents in base64. */
  readonly answer: ToolAnswer;
  /** The outcome of the reader, with raw text and bytes. Absent for `find`, which reads many files. */
  readonly outcome?: ReadOutcome;
  readonly milliseconds: number;
}

/** An event of a conversation. `done` or `error` is the last one. */
export type AgentEvent =
  | { readonly type: "question"; readonly text: string }
  | { readonly type: "call"; readonly id: string; readonly name: string; readonly input: unknown }
  | ResultEvent
  /** A chunk of the answer. It can contain text of a file, so escape it before showing it. */
  | { readonly type: "text"; readonly delta: string }
  /** A place that the answer cites, and whether it was read. Citations follow the answer, in its order. */
  | { readonly type: "citation"; readonly citation: Citation }
  /** `stopped` is set if the answer was cut off by the limit of steps, or by the model's output limit. */
  | { readonly type: "done"; readonly usage: TokenUsage; readonly steps: number; readonly stopped?: "steps" | "length" }
  | { readonly type: "error"; readonly message: string; readonly hint: string };
