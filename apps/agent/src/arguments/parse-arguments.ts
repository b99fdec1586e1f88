import { parseArgs } from "node:util";
import type { SetupLine } from "@reader/handler-command";
import { UsageError } from "@reader/handlers/usage-error";

/** A parsed command line. */
export interface CommandLine {
  readonly command: "talk" | "web" | "help";
  /** Folders that may be read, as typed. Empty for the script, for those of the configuration, or for the current folder. */
  readonly folders: readonly string[];
  /** Absent for the script, and for a view without a model. */
  readonly model?: ModelChoice;
  /** Handlers and configuration of the user. */
  readonly setup: SetupLine;
  /** Questions to answer before the program ends. Empty for a conversation. */
  readonly questions: readonly string[];
  readonly maxSteps?: number;
  readonly format: "text" | "json";
  readonly port?: number;
}

/** The model that a command line names. */
export interface ModelChoice {
  /** `provider:name`. The name can contain colons, such as `ollama:qwen3-vl:8b`. */
  readonly model: string;
  readonly baseUrl?: string;
  /** True if it accepts images. Default: what is usual for its provider. */
  readonly images?: boolean;
}

/** Parses a command line. Throws a `UsageError`. */
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

/** True if the web view shows folders without a model. */
export function isViewOnly({ command, folders, model }: CommandLine): boolean {
  return command === "web" && folders.length > 0 && model === undefined;
}

function foldersOf(
  typed: readonly string[],
  model: ModelChoice | undefined,
  { web, scripted }: { readonly web?: boolean | undefined; readonly scripted?: boolean | undefined },
): readonly string[] {
  // Viewing files needs no model.
  if (model !== undefined || typed.length === 0 || (web === true && scripted !== true)) return typed;
  throw new UsageError(
    "The script only knows the files of the demo.",
    "Give --model provider:name to ask about other folders, --web to view them without a model, or no folder.",
  );
}

function questionsOf(typed: readonly string[] = []): readonly string[] {
  if (typed.every((question) => question.trim() !== "")) return typed;
  throw new UsageError("A question is empty.", 'Give --question "…" with text.');
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
    throw new UsageError("--base-url and --images need a model.", "Give --model provider:name as well.");
  }
  if (scripted === true) throw new UsageError("--scripted and --model exclude each other.", "Give only one of them.");
  return { model, ...given("baseUrl", baseUrl), ...given("images", images) };
}

/** An object with one field, or without fields if the value is undefined. */
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
    throw new UsageError(`${sentence.replace(/\.$/, "")}.`, "See --help.");
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
  throw new UsageError(`"${text}" is not a value of ${option}.`, `Give a whole number from ${least} to ${most}.`);
}

/** The output of `--help`. */
export const help: string = `Usage: demo [options] [folder ...]

Answers questions about the files of a folder: lists, searches and reads them, looks
at images and pages, and cites its sources, each checked against what was read.

Without options it follows a script, offline: no model is called, the text was written
in advance, and the files are those of fixtures/demo.

  -q, --question TEXT   ask this question, then exit; may be repeated
  --model NAME          anthropic:…, openai:…, google:… with the key in the environment;
                        ollama:…, lmstudio:…, llamacpp:… on this machine;
                        compatible:… with --base-url, for any Chat Completions server
  --base-url URL        the address of the model's server, such as http://localhost:11434/v1
  --images              the model accepts images; --no-images: it does not. Default: hosted
                        models do, other servers do not
  --scripted            follow the script (the default without --model)
  --handler MODULE      a third-party handler, by path or package, run in its own process;
                        MODULE#EXPORT if it exports several; may be repeated
  --handler-command TYPES=COMMAND
                        read these extensions or media types with a program of this machine,
                        such as 'org=pandoc -f org -t gfm'; {file} is a file, else stdin;
                        may be repeated
  --config FILE         read handlers, their order, limits and folders from this file; with a
                        model, default ~/.config/reader/reader.config.json, if it exists
  --max-steps N         maximum number of model messages for an answer; default 20
  --json                print events as JSON, one per line, instead of text
  --web                 open the view of what the model sees in a browser; without a model
                        it shows any folder, but no questions are answered
  --port N              the port of --web on this machine; default: any free port
  -h, --help            print this text

Keys: ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY, or
COMPATIBLE_API_KEY if a server needs one. Ctrl-C stops an answer.
`;
