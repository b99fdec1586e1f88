import type { AgentReader } from "./agent-reader.ts";
import type { CommandLine } from "./arguments.ts";
import type { AgentModel } from "./conversation.ts";
import type { Output } from "./terminal/output.ts";

/** What the program runs in. */
export interface Host {
  readonly environment: NodeJS.ProcessEnv;
  /** Whether a person can be asked. */
  readonly isInteractive: boolean;
  readonly output: Output;
  readonly errors: Output;
}

/** Everything that a look at files needs. */
export interface ViewStage {
  readonly line: CommandLine;
  readonly host: Host;
  readonly reader: AgentReader;
  readonly roots: readonly string[];
  /** Absent where nobody answers. */
  readonly model?: AgentModel;
}

/** Everything that an answer needs. */
export interface Stage extends ViewStage {
  readonly model: AgentModel;
}
