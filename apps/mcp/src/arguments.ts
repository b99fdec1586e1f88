import { parseArgs } from "node:util";
import { modelNames, type ModelName } from "./model-names.ts";
import { UsageError } from "./usage-error.ts";

/** Where the server listens over HTTP. */
export interface Address {
  readonly host: string;
  /** 0 for any port that is free. */
  readonly port: number;
}

/** What the command line asks for. */
export interface CommandLine {
  readonly command: "serve" | "help" | "version";
  /** Folders that may be read from, as they were typed; none for those of the configuration, or the current one. */
  readonly roots: readonly string[];
  /** Absent for stdio. */
  readonly http?: Address;
  /** What every request over HTTP has to bear. */
  readonly token?: string;
  /** Names by which the server may be called beside its own and those of this machine. */
  readonly allowedHosts: readonly string[];
  /** Modules of third-party handlers, as they were typed. */
  readonly handlers: readonly string[];
  /** Commands that read formats, as they were typed. */
  readonly commands: readonly string[];
  /** A configuration file, as it was typed. */
  readonly config?: string;
  /** The model behind the client; `any` where not given. */
  readonly model: ModelName;
  /** The languages of scans; English where none is given. */
  readonly languages: readonly string[];
}

/** The environment variable with the token, which no list of processes shows. */
export const tokenVariable = "READER_MCP_TOKEN";

const defaultAddress: Address = { host: "127.0.0.1", port: 8787 };

/** Understands a command line. Throws a `UsageError`. */
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
    model: parseModel(values.model),
    languages: parseLanguages(values["ocr-language"] ?? []),
  };
}

/** What the user has set up beside what there is. */
function userSetup(
  values: Omit<ReturnType<typeof parse>, "positionals">,
): Pick<CommandLine, "handlers" | "commands" | "config"> {
  const { handler: handlers = [], "handler-command": commands = [], config } = values;
  return config === undefined ? { handlers, commands } : { handlers, commands, config };
}

/** The value of `--http` may be left out, and what has no port is a folder. */
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
        model: { type: "string" },
        "ocr-language": { type: "string", multiple: true },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean", short: "v" },
      },
    });
    return { ...values, positionals };
  } catch (cause) {
    const [sentence = ""] = cause instanceof Error ? cause.message.split(/\. |\n/) : [];
    throw new UsageError(`${sentence.replace(/\.$/, "")}.`);
  }
}

function parseModel(name = "any"): ModelName {
  const found = modelNames.find((each) => each === name);
  if (found !== undefined) return found;
  throw new UsageError(`There is no profile of a model "${name}".`, `Give one of ${modelNames.join(", ")}.`);
}

function parseLanguages(given: readonly string[]): readonly string[] {
  const languages = given.flatMap((each) => each.split(/[,+]/));
  const wrong = languages.find((name) => !/^[A-Za-z]\w{1,30}$/.test(name));
  if (wrong === undefined) return languages.length === 0 ? ["eng"] : languages;
  throw new UsageError(`"${wrong}" is no language of a scan.`, "Give names such as eng, deu or chi_sim.");
}

function parseAddress(text: string): Address {
  if (text === "") return defaultAddress;
  const [, host = "", digits = ""] = /^(?:(.*):)?(\d+)$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65_535) {
    throw new UsageError(`"${text}" is no address to listen at.`, "Give a port or host:port, such as 127.0.0.1:8787.");
  }
  return { host: host === "" ? defaultAddress.host : host.replace(/^\[(.*)\]$/, "$1"), port };
}
