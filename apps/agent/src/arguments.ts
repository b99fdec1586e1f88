import { parseArgs } from "node:util";
import type { SetupLine } from "@reader/handler-command";
import type { ModelChoice } from "./models/open-model.ts";
import { UsageError } from "./usage-error.ts";

/** What the command line asks for. */
export interface CommandLine {
  readonly command: "talk" | "web" | "help";
  /** Folders that may be read from, as they were typed; none for the script, those of the configuration, or this one. */
  readonly folders: readonly string[];
  /** Absent for the script, and where folders are only looked at. */
  readonly model?: ModelChoice;
  /** What reads beside the handlers of the program. */
  readonly setup: SetupLine;
  /** What is asked before the program ends; empty for a conversation. */
  readonly questions: readonly string[];
  readonly maxSteps?: number;
  readonly format: "text" | "json";
  readonly port?: number;
}

/** Understands a command line. Throws a `UsageError`. */
export function parseArguments(argv: readonly string[]): CommandLine {
  const { values, positionals } = parse([...argv]);
  if (values.help === true) return { command: "help", folders: [], setup: noSetup, questions: [], format: "text" };
  const model = modelChoice(values);
  return {
    command: values.web === true ? "web" : "talk",
    folders: foldersOf(positionals, model, values),
    ...(model === undefined ? {} : { model }),
    setup: setupOf(values),
    questions: questionsOf(values.question),
    ...given("maxSteps", wholeNumber(values["max-steps"], { option: "--max-steps", least: 1, most: 1000 })),
    format: values.json === true ? "json" : "text",
    ...given("port", wholeNumber(values.port, { option: "--port", least: 0, most: 65_535 })),
  };
}

/** Whether nobody answers: folders are looked at in the web view, and no model was named. */
export function isViewOnly({ command, folders, model }: CommandLine): boolean {
  return command === "web" && folders.length > 0 && model === undefined;
}

function foldersOf(
  typed: readonly string[],
  model: ModelChoice | undefined,
  { web, scripted }: { readonly web?: boolean | undefined; readonly scripted?: boolean | undefined },
): readonly string[] {
  // Looking at files needs no model.
  if (model !== undefined || typed.length === 0 || (web === true && scripted !== true)) return typed;
  throw new UsageError(
    "The script knows the files of the demo only.",
    "Give --model provider:name to ask about other folders, --web to look at them without a model, or leave them out.",
  );
}

function questionsOf(typed: readonly string[] = []): readonly string[] {
  if (typed.every((question) => question.trim() !== "")) return typed;
  throw new UsageError("A question is empty.", 'Give --question "…" with words.');
}

const noSetup: SetupLine = { handlers: [], commands: [] };

interface SetupValues {
  readonly handler?: readonly string[] | undefined;
  readonly "handler-command"?: readonly string[] | undefined;
  readonly config?: string | undefined;
}

function setupOf({ handler: handlers = [], "handler-command": commands = [], config }: SetupValues): SetupLine {
  return { handlers, commands, ...given("config", config) };
}

interface ModelValues {
  readonly model?: string | undefined;
  readonly "base-url"?: string | undefined;
  readonly images?: boolean | undefined;
  readonly scripted?: boolean | undefined;
}

function modelChoice({ model, images, scripted, "base-url": baseUrl }: ModelValues): ModelChoice | undefined {
  if (model === undefined) {
    if (baseUrl === undefined && images === undefined) return undefined;
    throw new UsageError("--base-url and --images are of a model.", "Give --model provider:name, too.");
  }
  if (scripted === true) throw new UsageError("A script is no model.", "Give either --scripted or --model.");
  return { model, ...given("baseUrl", baseUrl), ...given("images", images) };
}

/** A field where there is a value for it, and nothing otherwise. */
function given<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]: Value });
}

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      allowNegative: true,
      options: {
        question: { type: "string", short: "q", multiple: true },
        model: { type: "string" },
        "base-url": { type: "string" },
        images: { type: "boolean" },
        scripted: { type: "boolean" },
        handler: { type: "string", multiple: true },
        "handler-command": { type: "string", multiple: true },
        config: { type: "string" },
        "max-steps": { type: "string" },
        json: { type: "boolean" },
        web: { type: "boolean" },
        port: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (cause) {
    const [sentence = ""] = cause instanceof Error ? cause.message.split(/\. |\n/) : [];
    throw new UsageError(`${sentence.replace(/\.$/, "")}.`);
  }
}

interface NumberRule {
  readonly option: string;
  readonly least: number;
  readonly most: number;
}

function wholeNumber(text: string | undefined, { option, least, most }: NumberRule): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`"${text}" is no value of ${option}.`, `Give a whole number from ${least} to ${most}.`);
}
