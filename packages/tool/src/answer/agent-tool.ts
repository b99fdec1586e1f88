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

/** What accompanies one call of a tool. */
export interface ToolCallOptions {
  /** Gives up. */
  readonly signal?: StopSignal | undefined;
  /** The conversation that this call belongs to; that of the tool where not given. */
  readonly session?: Session | undefined;
  /** What the model takes that gets this answer; that of the tool where not given. */
  readonly capabilities?: Capabilities | undefined;
  /** Told now and then how far a long scan has come. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/** A tool for a model, in no framework's shape; the targets of this package give it theirs. */
export interface AgentTool {
  /** What the model calls it. */
  readonly name: string;
  /** What people read. */
  readonly title: string;
  /** What the model reads; less than 2048 characters, above which some clients cut. */
  readonly description: string;
  /** What the model is asked to send. What it sends instead is understood as far as that is certain. */
  readonly inputSchema: ObjectSchema;
  /** Other names that a model may call it by, for a dispatcher; none where not given. */
  readonly aliases: readonly string[];
  /** Nothing is ever written, so a call needs no permission to change things. */
  readonly isReadOnly: true;
  /** Calls may run at the same time. */
  readonly isConcurrencySafe: true;
  /** Bytes of UTF-8 that the lines of an answer have at most, where that is known; header and notes come on top. */
  readonly maxContentBytes?: number;
  /** What the model takes, where that was said; a target of a known provider has its own idea otherwise. */
  readonly capabilities?: Capabilities;
  /**
   * Runs the tool. `input` is whatever the model sent: an object, its JSON, or nothing. Never rejects: what is wrong is
   * an answer with `isError`.
   */
  execute(input: unknown, options?: ToolCallOptions): Promise<ToolAnswer>;
}

/** How a tool is set up. */
export interface ToolOptions {
  /** What the model calls it, where its usual name is taken. */
  readonly name?: string;
  /** Other names that a model may call it by; none where not given. */
  readonly aliases?: readonly string[];
  /** How lines are numbered; `compact` where not given. */
  readonly gutter?: ToolGutter;
  /** What the model takes; what the reader was set up for where not given. */
  readonly capabilities?: Capabilities;
  /** The conversation that the tool is for; without one nothing is ever answered as unchanged. */
  readonly session?: Session;
}

/** What makes a tool another than the others. */
export interface ToolParts extends Pick<AgentTool, "title" | "description" | "inputSchema" | "maxContentBytes"> {
  /** How its answers are put; it has the name of the tool. */
  readonly look: ReadAnswerOptions;
  readonly run: (input: object | string, call: ToolCallOptions) => Promise<ToolAnswer>;
}

/**
 * A tool of this package: what all of them are to the program that calls them; and what was said of the model, to the
 * tool, or to the reader where that is more than the default.
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

/** What accompanies a read that a call makes. */
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

/** A failure for arguments that are no JSON; the model sends them again. */
const brokenArguments: ReadFailure = toolFailure({
  code: "invalid-request",
  message: "The arguments of the call are not valid JSON.",
  hint: "Send the call again with one JSON object as its arguments.",
});

/**
 * What a model sent, as a request: an object, or the JSON of one. Nothing is an empty request, a text that cannot be
 * meant as JSON is a path. Undefined for JSON that is broken.
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

/** A failure of a tool itself, before anything was read. */
export function toolFailure(error: ReadErrorData, path = ""): ReadFailure {
  return { ok: false, path, error, parts: [], notices: [] };
}
