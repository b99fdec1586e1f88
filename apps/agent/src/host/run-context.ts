import type { CommandLine } from "../arguments/parse-arguments.ts";
import type { AgentModel } from "../models/open-model.ts";
import type { AgentReader } from "../reading/agent-reader.ts";
import type { Output } from "./output.ts";

/** The environment of the program. */
export interface Host {
  readonly environment: NodeJS.ProcessEnv;
  /** True if a person can type questions. */
  readonly isInteractive: boolean;
  readonly output: Output;
  readonly errors: Output;
}

/** What the web view needs. */
export interface ViewContext {
  readonly line: CommandLine;
  readonly host: Host;
  readonly reader: AgentReader;
  readonly roots: readonly string[];
  /** Absent if no model answers questions. */
  readonly model?: AgentModel;
}

/** What a conversation needs. */
export interface RunContext extends ViewContext {
  readonly model: AgentModel;
}
