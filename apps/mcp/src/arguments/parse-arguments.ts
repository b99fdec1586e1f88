import { parseArgs } from "node:util";
import { UsageError } from "@reader/handlers/usage-error";

/** The address that the HTTP server listens on. */
export interface Address {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** The model profiles that a command line can name. `any` is what every model with image input accepts. */
export const modelNames = ["any", "anthropic", "openai", "gemini", "text"] as const;

/** The name of a model profile. */
export type ModelName = (typeof modelNames)[number];

/** A parsed command line. */
export interface CommandLine {
  readonly command: "serve" | "help" | "version";
  /** Folders that may be read, as typed. Empty for those of the configuration, of the client, or the working directory. */
  readonly roots: readonly string[];
  /** Absent for stdio. */
  readonly http?: Address;
  /** The token that every HTTP request must send. */
  readonly token?: string;
  /** Additional host names of the server. */
  readonly allowedHosts: readonly string[];
  /** Modules of third-party handlers, as typed. */
  readonly handlers: readonly string[];
  /** Commands that read formats, as typed. */
  readonly commands: readonly string[];
  /** Set if the roots of a client do not count. */
  readonly ignoresClientRoots?: true;
  /** A configuration file, as typed. */
  readonly config?: string;
  /** The model behind the client. Default: `any`. */
  readonly model: ModelName;
  /** The languages of scans. Default: English. */
  readonly languages: readonly string[];
}

/** The environment variable for the token. Unlike an option, it does not appear in process lists. */
export const tokenVariable = "READER_MCP_TOKEN";

const defaultAddress: Address = { host: "127.0.0.1", port: 8787 };

/** Parses a command line. Throws a `UsageError`. */
export function parseArguments(argv: readonly string[], environment: NodeJS.ProcessEnv): CommandLine {
  const { positionals, ...values } = parse(withHttpValue(argv));
  const token = values.token ?? environment[tokenVariable];
  const command = values.help === true ? "help" : "serve";
  return {
    command: values.version === true ? "version" : command,
    roots: positionals,
    ...(values.http === undefined ? {} : { http: parseAddress(values.http) }),
    ...(token === undefined || token === "" ? {} : { token }),
    allowedHosts: values["allow-host"] ?? [],
    ...userSetup(values),
    ...(values["ignore-client-roots"] === true ? { ignoresClientRoots: true as const } : {}),
    model: parseModel(values.model),
    languages: parseLanguages(values["ocr-language"] ?? []),
  };
}

/** Handlers, commands and configuration of the user. */
function userSetup(
  values: Omit<ReturnType<typeof parse>, "positionals">,
): Pick<CommandLine, "handlers" | "commands" | "config"> {
  const { handler: handlers = [], "handler-command": commands = [], config } = values;
  return config === undefined ? { handlers, commands } : { handlers, commands, config };
}

/** The value of `--http` is optional. A next word without a port is a folder. */
function withHttpValue(argv: readonly string[]): string[] {
  return argv.map((word, at) => {
    if (word !== "--http") return word;
    return /^(?:.*:)?\d+$/.test(argv[at + 1] ?? "") ? word : "--http=";
  });
}

function parse(argv: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        http: { type: "string" },
        token: { type: "string" },
        "allow-host": { type: "string", multiple: true },
        handler: { type: "string", multiple: true },
        "handler-command": { type: "string", multiple: true },
        config: { type: "string" },
        "ignore-client-roots": { type: "boolean" },
        model: { type: "string" },
        "ocr-language": { type: "string", multiple: true },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean", short: "v" },
      },
    });
    return { ...values, positionals };
  } catch (cause) {
    const [sentence = ""] = cause instanceof Error ? cause.message.split(/\. |\n/) : [];
    throw new UsageError(`${sentence.replace(/\.$/, "")}.`, "See reader-mcp --help.");
  }
}

function parseModel(name = "any"): ModelName {
  const found = modelNames.find((each) => each === name);
  if (found !== undefined) return found;
  throw new UsageError(`There is no model profile "${name}".`, `Give one of ${modelNames.join(", ")}.`);
}

function parseLanguages(given: readonly string[]): readonly string[] {
  const languages = given.flatMap((each) => each.split(/[,+]/));
  const wrong = languages.find((name) => !/^[A-Za-z]\w{1,30}$/.test(name));
  if (wrong === undefined) return languages.length === 0 ? ["eng"] : languages;
  throw new UsageError(`"${wrong}" is not an OCR language.`, "Give names such as eng, deu or chi_sim.");
}

function parseAddress(text: string): Address {
  if (text === "") return defaultAddress;
  const [, host = "", digits = ""] = /^(?:(.*):)?(\d+)$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65_535) {
    throw new UsageError(`"${text}" is not an address.`, "Give a port or host:port, such as 127.0.0.1:8787.");
  }
  return { host: host === "" ? defaultAddress.host : host.replace(/^\[(.*)\]$/, "$1"), port };
}

/** The output of `--help`. */
export const help: string = `Usage: reader-mcp [options] [folder ...]

An MCP server with the tools read, list and find for the files of these folders.
Default: the roots of the client, or else the current folder. Without --http it uses stdin and stdout.

  --http [host:port]   serve streamable HTTP at /mcp; default 127.0.0.1:8787
  --token TOKEN        the token that each HTTP request must send; safer as READER_MCP_TOKEN
  --allow-host NAME    another host name of the server besides localhost; may be repeated
  --ignore-client-roots
                       serve all folders, also to a client that lists roots
  --model NAME         what the model accepts: any (the default), anthropic, openai, gemini or text
  --ocr-language NAME  the language of scans and screenshots: eng (the default), deu, chi_sim ...; may be repeated;
                       each except eng needs the package @tesseract.js-data/NAME
  --handler MODULE     a third-party handler, by path or package, run in its own process;
                       name#export if the module exports several; may be repeated
  --handler-command TYPES=COMMAND
                       read files with these extensions or media types with a program of this machine,
                       such as 'org=pandoc -f org -t gfm'; {file} is a file, else stdin; may be repeated
  --config FILE        read handlers, their order, limits and folders from this file;
                       default ~/.config/reader/reader.config.json, if it exists
  -h, --help           print this text
  -v, --version        print the version
`;
