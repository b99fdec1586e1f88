import type { Budget, ReaderOptions } from "@reader/core";
import { ownConfigFile } from "@reader/isolate";
import type { CommandLine, GivenOptions } from "../arguments/parse-arguments.ts";

const { existsSync } = process.getBuiltinModule("node:fs");

/** The options of the reader, with the user's setup. */
export interface FullSetup {
  readonly setup: ReaderOptions;
  /** The only folders that may be read. Empty if each typed path is its own permission. */
  readonly roots: readonly string[];
}

/** Adds the handlers, limits and folders of the options and of a configuration file. Rejects with a `UsageError`. */
export async function withUserSetup(setup: ReaderOptions, { options }: CommandLine): Promise<FullSetup> {
  const own = ownConfigFile(process.env);
  const isWanted = ["handler", "handler-command", "config"].some((name) => options.has(name));
  await reportUnusedFile(options);
  if (!isWanted && (own === undefined || !existsSync(own))) return { setup, roots: options.list("root") };
  const { loadUserSetup } = await import("./load-user-setup.ts");
  const { handlers, limits, roots } = await loadUserSetup(setup.handlers ?? [], options);
  return {
    setup: { ...setup, handlers, budget: { ...setup.budget, ...unsetLimits(limits, options) } },
    roots: options.has("root") ? options.list("root") : (roots ?? []),
  };
}

/** A configuration in the working directory is not trusted, so it is not read. Its author should know that. */
async function reportUnusedFile(options: GivenOptions): Promise<void> {
  const name = "reader.config.json";
  if (options.has("config") || options.has("quiet") || options.has("json") || !existsSync(name)) return;
  const { printErrorLine } = await import("../output/fault.ts");
  await printErrorLine(`reader: ${name} in this folder is not used unless --config ${name} names it.`);
}

/** Limits of one answer. Raising one lifts the others. */
const answerOptions = ["limit", "max-tokens", "max-bytes", "max-line"] as const;
const answerLimits: ReadonlySet<string> = new Set(["maxLines", "maxTokens", "maxBytes", "maxLineCharacters"]);
const timeLimits: ReadonlySet<string> = new Set(["textTimeMs", "documentTimeMs"]);

/** Options of the command line, and the limits that they lift, take precedence over the configuration. */
function unsetLimits(limits: Partial<Budget>, options: GivenOptions): Partial<Budget> {
  const isAnswerSet = answerOptions.some((name) => options.has(name));
  const kept = Object.entries(limits).filter(([name]) => {
    if (answerLimits.has(name)) return !isAnswerSet;
    return !(timeLimits.has(name) && options.has("timeout"));
  });
  return Object.fromEntries(kept);
}
