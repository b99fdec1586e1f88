import type { Budget, Handler, ReaderOptions } from "@reader/core";
import type { LoadedSetup } from "@reader/handler-command";
import { isolatedHandlers } from "@reader/handlers";
import { UsageError } from "@reader/handlers/usage-error";
import { localHandler, ownConfigFile } from "@reader/isolate";
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
  const isWanted = ["handler", "handler-command", "config", "limits"].some((name) => options.has(name));
  await reportUnusedFile(options);
  if (!isWanted && (own === undefined || !existsSync(own))) return { setup, roots: options.list("root") };
  const { handlers, limits, roots } = await loadUserSetup(setup.handlers ?? [], options);
  return {
    setup: { ...setup, handlers, budget: { ...setup.budget, ...unsetLimits(limits, options) } },
    roots: options.has("root") ? options.list("root") : (roots ?? []),
  };
}

/** The setup of the user, with all handlers in order of precedence. */
interface UserHandlers extends Pick<LoadedSetup, "limits" | "roots"> {
  readonly handlers: readonly Handler[];
}

/** Loads what the options and the configuration file name, before `own`. */
async function loadUserSetup(own: readonly Handler[], options: GivenOptions): Promise<UserHandlers> {
  const { loadSetup, workingDirectory } = await import("@reader/handler-command");
  const line = {
    handlers: options.list("handler"),
    commands: options.list("handler-command"),
    config: options.text("config"),
    limits: options.text("limits"),
  };
  const setup = await loadSetup(line, {
    directory: workingDirectory(),
    environment: process.env,
    byHand: "reader --no-isolate",
    faultOf: (message, hint) => new UsageError(message, hint),
    ...(options.has("no-isolate") ? { make: (each) => localHandler(each, { resolveFrom: import.meta.url }) } : {}),
  });
  const { limits, roots } = setup;
  // The existing handlers have the default limits.
  const isRaised = limits.maxInputBytes !== undefined || limits.maxInflatedBytes !== undefined;
  const fitting =
    isRaised && !options.has("no-isolate")
      ? isolatedHandlers({ budget: limits, resolveFrom: import.meta.url }).handlers
      : own;
  return { handlers: setup.inOrder(fitting), limits, roots };
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
const timeLimits: ReadonlySet<string> = new Set(["textTimeMs", "documentTimeMs", "convertTimeMs"]);

/** Options of the command line, and the limits that they lift, take precedence over the configuration. */
function unsetLimits(limits: Partial<Budget>, options: GivenOptions): Partial<Budget> {
  const isAnswerSet = answerOptions.some((name) => options.has(name));
  const kept = Object.entries(limits).filter(([name]) => {
    if (answerLimits.has(name)) return !isAnswerSet;
    return !(timeLimits.has(name) && options.has("timeout"));
  });
  return Object.fromEntries(kept);
}
