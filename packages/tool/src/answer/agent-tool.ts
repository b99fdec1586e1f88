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
import { named } from "@reader/core/render";
import { listed } from "../schema/formats.ts";
import { type FieldNames, type UnknownField, unknownFields } from "../schema/input-fields.ts";
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
  /** What happens to fields that the tool does not have. Default: `ignore`. */
  readonly unknownFields?: "ignore" | "refuse" | undefined;
  /** Called with the progress of a long scan, or with the first matches of a find. */
  readonly onProgress?: ((progress: ReadProgress | FindProgress) => void) | undefined;
}

/** Progress of a find, to show to a person. */
export interface FindProgress {
  readonly searchedFiles: number;
  readonly matches: number;
  /** The first match of the file that was searched last, as `path:line`, if it has any. */
  readonly latest?: string;
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
  /** The fields, with all names that are accepted for each. */
  readonly names: FieldNames;
  readonly run: (input: object | string, call: ToolCallOptions) => Promise<ToolAnswer>;
}

/**
 * Creates a tool. Its capabilities are those given to the tool, or those given to the reader if they are not the
 * default.
 */
export function toolOf(reader: Reader, options: ToolOptions, { look, names, run, ...parts }: ToolParts): AgentTool {
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
      if (input === undefined) return readAnswer(brokenArguments, look);
      const { unknownFields: rule, ...rest } = call;
      const unknown = rule === "refuse" ? unknownFields(input, names) : [];
      if (unknown.length === 0) return run(input, rest);
      return readAnswer(unknownFailure(unknown, { toolName: look.toolName, fields: parts.inputSchema }), look);
    },
  };
}

/** Maximum number of unknown fields that an error names. */
const maxUnknown = 3;

function unknownFailure(
  unknown: readonly UnknownField[],
  { toolName, fields }: { readonly toolName: string; readonly fields: ObjectSchema },
): ReadFailure {
  const shown = unknown.slice(0, maxUnknown).map(({ name, nearest }) => ({ name: named(name, 60), nearest }));
  const one = unknown.length === 1;
  const others = unknown.length > maxUnknown ? [`${unknown.length - maxUnknown} more`] : [];
  const meant = shown.flatMap(({ name, nearest }) => (nearest === undefined ? [] : [`${nearest} instead of ${name}`]));
  const known = `${toolName} has the fields ${listed(Object.keys(fields.properties))}`;
  return toolFailure({
    code: "invalid-request",
    message: `${listed([...shown.map(({ name }) => name), ...others])} ${one ? "is not a field" : "are not fields"} of ${toolName}.`,
    hint: `${meant.length === 0 ? `Leave ${one ? "it" : "them"} out` : `Send ${listed(meant)}`}; ${known}.`,
    details: {
      issues: unknown.slice(0, maxUnknown).map(({ name }) => ({ field: name.slice(0, 60), problem: "unknown field" })),
    },
  });
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
