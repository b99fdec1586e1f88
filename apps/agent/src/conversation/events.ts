import type { ReadOutcome } from "@reader/core";
import type { ToolAnswer } from "@reader/tool";
import type { Citation } from "../citations/citation.ts";

/** What the model used, as its provider counts it; a number that was not told is absent. */
export interface TokenUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** The answer to one call of a tool. */
export interface ResultEvent {
  readonly type: "result";
  /** That of the call. */
  readonly id: string;
  /** The tool: `read`, `list` or `find`. */
  readonly name: string;
  /** What the model sent, as it came. */
  readonly request: unknown;
  /** The answer as the model gets it: numbered text, notes, pictures and documents in base64. */
  readonly answer: ToolAnswer;
  /** What the reader gave, with raw text and bytes. Absent for `find`, which reads many files. */
  readonly outcome?: ReadOutcome;
  readonly milliseconds: number;
}

/** What happens in a conversation, in order. After `done` or `error` nothing follows. */
export type AgentEvent =
  | { readonly type: "question"; readonly text: string }
  | { readonly type: "call"; readonly id: string; readonly name: string; readonly input: unknown }
  | ResultEvent
  /** A piece of what the model says. It may hold whatever a file holds: escape it before it is shown. */
  | { readonly type: "text"; readonly delta: string }
  /** A place that the answer names, and whether it was read; all of them follow the answer, in its order. */
  | { readonly type: "citation"; readonly citation: Citation }
  /** `stopped` is there where the model was cut off: by the limit of steps, or by its own limit of output. */
  | { readonly type: "done"; readonly usage: TokenUsage; readonly steps: number; readonly stopped?: "steps" | "length" }
  | { readonly type: "error"; readonly message: string; readonly hint: string };
