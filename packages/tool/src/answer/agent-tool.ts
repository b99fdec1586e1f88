import {
  type Capabilities,
  type Reader,
  type ReadErrorData,
  type ReadFailure,
  type ReadOptions,
  type ReadProgress,
  type Session,
  type StopSignal,
  textOnly,
} from "@reader/core";
import type { ObjectSchema } from "../schema/json-schema.ts";
import { readAnswer, type ReadAnswerOptions, type ToolGutter } from "./read-answer.ts";
import type { ToolAnswer } from "./tool-answer.ts";

/** Options of one tool call. */
export interface ToolCallOptions {
  /** Cancels the call. */
  readonly signal?: StopSignal | undefined;
  /** The conversation of this call. Default: the tool's session. */
  readonly session?: Session | undefined;
  /** The capabilities of the model that gets this answer. Default: the tool's. */
  readonly capabilities?: Capabilities | undefined;
  /** Called with the progress of a long scan. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/** A framework-independent tool. The targets of this package convert it. */
export interface AgentTool {
  /** The name for the model. */
  readonly name: string;
  /** The title for users. */
  readonly title: string;
  /** The description for the model. Below 2048 characters, because some clients cut longer ones. */
  readonly description: string;
  /** The schema of the input. Other input is accepted if its meaning is certain. */
  readonly inputSchema: ObjectSchema;
  /** Aliases that a dispatcher should accept. */
  readonly aliases: readonly string[];
  /** The tool never writes, so calls need no permission. */
  readonly isReadOnly: true;
  /** Calls may run at the same time. */
  readonly isConcurrencySafe: true;
  /** Maximum UTF-8 size of an answer's lines, in bytes, if known. Header and notes are added to it. */
  readonly maxContentBytes?: number;
  /** The capabilities of the model, if set. A target of a known provider has its own default. */
  readonly capabilities?: Capabilities;
  /**
   * Runs the tool. `input` is what the model sent: an object, its JSON, or nothing. Never rejects: errors are answers
   * with `isError`.
   */
  execute(input: unknown, options?: ToolCallOptions): Promise<ToolAnswer>;
}

/** Options of a tool. */
export interface ToolOptions {
  /** The name for the model. Default: the tool's usual name. */
  readonly name?: string;
  /** Aliases that a dispatcher should accept. Default: none. */
  readonly aliases?: readonly string[];
  /** How lines are numbered. Default: `compact`. */
  readonly gutter?: ToolGutter;
  /** The capabilities of the model. Default: the reader's. */
  readonly capabilities?: Capabilities;
  /** The conversation that the tool serves. Without one, no answer says that a file is unchanged. */
  readonly session?: Session;
}

/** The parts that differ between tools. */
export interface ToolParts extends Pick<AgentTool, "title" | "description" | "inputSchema" | "maxContentBytes"> {
  /** How answers are rendered. The name of the tool is added. */
  readonly look: ReadAnswerOptions;
  readonly run: (input: object | string, call: ToolCallOptions) => Promise<ToolAnswer>;
}

/**
 * Creates a tool. Its capabilities are those given to the tool, or those given to the reader if they are not the
 * default.
 */
export function toolOf(reader: Reader, options: ToolOptions, { look, run, ...parts }: ToolParts): AgentTool {
  const { aliases = [], capabilities = reader.capabilities } = options;
  const isSaid = options.capabilities !== undefined || capabilities !== textOnly;
  return {
    name: look.toolName,
    ...parts,
    aliases,
    isReadOnly: true,
    isConcurrencySafe: true,
    ...(isSaid ? { capabilities } : {}),
    async execute(given, call = {}) {
      const input = readInput(given);
      return input === undefined ? readAnswer(brokenArguments, look) : run(input, call);
    },
  };
}

/** Returns the options of a read for a call. */
export function readOptions({ capabilities, session }: ToolOptions, call: ToolCallOptions): ReadOptions {
  return { ...present({ capabilities, session }), ...present(call) };
}

function present<Fields extends object>(
  fields: Fields,
): { readonly [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof Fields]?: NonNullable<Fields[Name]>;
  };
}

/** The failure for arguments that are not valid JSON. */
const brokenArguments: ReadFailure = toolFailure({
  code: "invalid-request",
  message: "The arguments of the call are not valid JSON.",
  hint: "Send the call again with one JSON object as its arguments.",
});

/**
 * Converts what a model sent to a request. Nothing becomes an empty request, and text that cannot be JSON becomes a
 * path. Returns `undefined` for broken JSON.
 */
function readInput(input: unknown): object | string | undefined {
  if (typeof input === "string") return fromText(input);
  return typeof input === "object" && input !== null ? input : {};
}

function fromText(text: string): object | string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return {};
  if (!/^[{["]/.test(trimmed)) return text;
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === "string" || (typeof value === "object" && value !== null) ? value : {};
  } catch {
    return undefined;
  }
}

/** Returns a failure of the tool itself, before anything was read. */
export function toolFailure(error: ReadErrorData, path = ""): ReadFailure {
  return { ok: false, path, error, parts: [], notices: [] };
}
