import type { Budget, ReaderOptions } from "@reader/core";
import { ownConfigFile } from "@reader/isolate";
import type { CommandLine, GivenOptions } from "../arguments/parse-arguments.ts";

const { existsSync } = process.getBuiltinModule("node:fs");

/** How a command line reads, with what its user has set up. */
export interface FullSetup {
  readonly setup: ReaderOptions;
  /** Folders outside of which nothing is read; empty where a path is its own permission. */
  readonly roots: readonly string[];
}

/** Adds the handlers, limits and folders of the options and of a configuration file. Rejects with a `UsageError`. */
export async function withUserSetup(setup: ReaderOptions, { options }: CommandLine): Promise<FullSetup> {
  const own = ownConfigFile(process.env);
  const isWanted = ["handler", "handler-command", "config"].some((name) => options.has(name));
  await tellOfUnusedFile(options);
  if (!isWanted && (own === undefined || !existsSync(own))) return { setup, roots: options.list("root") };
  const { loadUserSetup } = await import("./load-user-setup.ts");
  const { handlers, limits, roots } = await loadUserSetup(setup.handlers ?? [], options);
  return {
    setup: { ...setup, handlers, budget: { ...setup.budget, ...unsetLimits(limits, options) } },
    roots: options.has("root") ? options.list("root") : (roots ?? []),
  };
}

/** A file in the working directory may be anybody's; whoever wrote it for this program wants to know that it is not read. */
async function tellOfUnusedFile(options: GivenOptions): Promise<void> {
  const name = "reader.config.json";
  if (options.has("config") || options.has("quiet") || options.has("json") || !existsSync(name)) return;
  const { tellLine } = await import("../output/fault.ts");
  await tellLine(`reader: ${name} in this folder is not used unless --config ${name} names it.`);
}

/** Limits of one answer, each of which lifts the others where it is raised. */
const answerOptions = ["limit", "max-tokens", "max-bytes", "max-line"] as const;
const answerLimits: ReadonlySet<string> = new Set(["maxLines", "maxTokens", "maxBytes", "maxLineCharacters"]);
const timeLimits: ReadonlySet<string> = new Set(["textTimeMs", "documentTimeMs"]);

/** An option of the command line counts more than the file, and so do the limits that it lifts. */
function unsetLimits(limits: Partial<Budget>, options: GivenOptions): Partial<Budget> {
  const isAnswerSet = answerOptions.some((name) => options.has(name));
  const kept = Object.entries(limits).filter(([name]) => {
    if (answerLimits.has(name)) return !isAnswerSet;
    return !(timeLimits.has(name) && options.has("timeout"));
  });
  return Object.fromEntries(kept);
}
