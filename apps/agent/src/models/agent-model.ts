import type { Capabilities } from "@reader/core";
import type { LanguageModel } from "ai";

/** A model that answers, and what has to be known of it. */
export interface AgentModel {
  /** For people: `anthropic:claude-opus-4-5`, or what the scripted server is. */
  readonly label: string;
  /** Where it is asked, as its settings name it; for the words of errors. */
  readonly provider: string;
  /** With everything around it that its provider needs. */
  readonly model: LanguageModel;
  /** What it takes besides text. */
  readonly capabilities: Capabilities;
  /** Whether nobody thinks there: answers were written beforehand. */
  readonly isScripted: boolean;
  /** The questions that a script knows; empty for a model. */
  readonly questions: readonly string[];
  /** How often a request is sent again that failed for a passing reason. */
  readonly maxRetries: number;
  /** What to do where nothing answers, or the provider refuses. */
  readonly advice: ProviderAdvice;
  /** Ends what was started for it. */
  close(): Promise<void>;
}

/** Sentences for people, one for each usual failure of a provider. */
export interface ProviderAdvice {
  /** Nothing answers at the address. */
  readonly unreachable: string;
  /** The key is wrong, or there is none. */
  readonly refused: string;
}
