import type { Capabilities } from "@reader/core";
import type { LanguageModel } from "ai";

/** A model that answers questions, and its properties. */
export interface AgentModel {
  /** A name for people: `anthropic:claude-opus-4-5`, or a description of the scripted server. */
  readonly label: string;
  /** The name of its provider, for error messages. */
  readonly provider: string;
  /** The model with the middleware that its provider needs. */
  readonly model: LanguageModel;
  /** What it accepts besides text. */
  readonly capabilities: Capabilities;
  /** True if its answers were written in advance. */
  readonly isScripted: boolean;
  /** The questions that a script can answer. Empty for a model. */
  readonly questions: readonly string[];
  /** How often a request is retried after a temporary failure. */
  readonly maxRetries: number;
  /** Advice for failures of the provider. */
  readonly advice: ProviderAdvice;
  /** Releases its resources. */
  close(): Promise<void>;
}

/** Advice for people, for each common failure of a provider. */
export interface ProviderAdvice {
  /** The server does not respond. */
  readonly unreachable: string;
  /** The key is wrong or missing. */
  readonly refused: string;
}
