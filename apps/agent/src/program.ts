import { statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { escapeName } from "@reader/core";
import type { LoadedSetup } from "@reader/handler-command";
import { createAgentReader, type AgentReader } from "./agent-reader.ts";
import { isViewOnly, parseArguments, type CommandLine } from "./arguments.ts";
import { scriptedModel, type AgentModel } from "./conversation.ts";
import { help } from "./help.ts";
import { openModel } from "./models/open-model.ts";
import { serveWeb } from "./serve-web.ts";
import type { Host, Stage } from "./stage.ts";
import { talk } from "./talk.ts";
import { UsageError } from "./usage-error.ts";
import { loadUserSetup } from "./user-setup.ts";

/** Milliseconds between two words of the script, so that they can be seen to come. */
const scriptPauseMs = 12;

/** The files that the script is about; from `src` and from `dist` alike. */
const demoFolder = fileURLToPath(new URL("../../../fixtures/demo", import.meta.url));

/** Runs the program; gives the exit code: 0, 1 where an answer failed, 2 for a wrong call, 130 where it was stopped. */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  // What the SDK has to say about models goes to nobody's answer.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  try {
    const line = parseArguments(argv);
    if (line.command === "help") {
      host.output.write(help);
      return 0;
    }
    return await onStage(line, host);
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    host.errors.write(`${host.errors.style("red", escapeName(cause.message))}\n${escapeName(cause.hint)}\n`);
    return 2;
  }
}

async function onStage(line: CommandLine, host: Host): Promise<number> {
  const setup = await loadUserSetup(line, host.environment);
  try {
    return await withModel(line, host, setup);
  } finally {
    await setup.close();
  }
}

async function withModel(line: CommandLine, host: Host, setup: LoadedSetup): Promise<number> {
  const roots = rootsOf(line, setup);
  if (isViewOnly(line))
    return closing(createAgentReader(roots, undefined, setup), (reader) => serveWeb({ line, host, reader, roots }));
  const model = await modelOf(line, host);
  try {
    return await closing(createAgentReader(roots, model.capabilities, setup), (reader) => {
      const stage: Stage = { line, host, reader, roots, model };
      return line.command === "web" ? serveWeb(stage) : talk(stage);
    });
  } finally {
    await model.close();
  }
}

async function closing(reader: AgentReader, perform: (reader: AgentReader) => Promise<number>): Promise<number> {
  try {
    return await perform(reader);
  } finally {
    await reader.close();
  }
}

/** What stands on the command line counts more than the configuration. */
function rootsOf(line: CommandLine, setup: LoadedSetup): readonly string[] {
  const { model, folders } = line;
  if (model === undefined && !isViewOnly(line)) return [demoFolder];
  return (folders.length > 0 ? folders : (setup.roots ?? ["."])).map(folderOf);
}

function modelOf({ model, format }: CommandLine, { environment }: Host): Promise<AgentModel> {
  if (model !== undefined) return openModel(model, environment);
  return scriptedModel(format === "json" ? {} : { pauseMs: scriptPauseMs });
}

function folderOf(typed: string): string {
  const folder = absoluteFolder(typed);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new UsageError(`${typed} is no folder.`, "Give the folders whose files may be read.");
}

function absoluteFolder(typed: string): string {
  try {
    return path.resolve(typed);
  } catch {
    throw new UsageError(
      `The working directory was removed, so the folder "${typed}" cannot be found.`,
      "Give absolute paths, or change to a folder that exists.",
    );
  }
}
