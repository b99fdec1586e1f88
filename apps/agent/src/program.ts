import { fileURLToPath } from "node:url";
import { escapeName } from "@reader/core/render";
import type { LoadedSetup } from "@reader/handler-command";
import { UsageError } from "@reader/handlers/usage-error";
import { namedFolder } from "@reader/isolate";
import { help, isViewOnly, parseArguments, type CommandLine } from "./arguments/parse-arguments.ts";
import type { Host, RunContext } from "./host/run-context.ts";
import type { AgentModel } from "./models/agent-model.ts";
import { openModel } from "./models/open-model.ts";
import { scriptedModel } from "./models/scripted-model.ts";
import { createAgentReader, loadUserSetup, type AgentReader } from "./reading/agent-reader.ts";
import { talk } from "./terminal/talk.ts";
import { serveWeb } from "./web/serve-web.ts";

/** Delay between two words of the script, in milliseconds, so that a person sees them arrive. */
const scriptPauseMs = 12;

/** The files that the script is about. The path is the same from `src` and from `dist`. */
const demoFolder = fileURLToPath(new URL("../../../fixtures/demo", import.meta.url));

/** Runs the program. Returns the exit code: 0, 1 if an answer failed, 2 for a wrong call, 130 if it was interrupted. */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  // The SDK would print its warnings about models into the answer.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  try {
    const line = parseArguments(argv);
    if (line.command === "help") {
      host.output.write(help);
      return 0;
    }
    return await runWithSetup(line, host);
  } catch (cause) {
    if (!UsageError.is(cause)) throw cause;
    host.errors.write(`${host.errors.style("red", escapeName(cause.message))}\n${escapeName(cause.hint)}\n`);
    return 2;
  }
}

async function runWithSetup(line: CommandLine, host: Host): Promise<number> {
  const setup = await loadUserSetup(line, host.environment);
  try {
    return await runWithModel(line, host, setup);
  } finally {
    await setup.close();
  }
}

async function runWithModel(line: CommandLine, host: Host, setup: LoadedSetup): Promise<number> {
  const roots = rootsOf(line, setup);
  if (isViewOnly(line))
    return closing(createAgentReader(roots, undefined, setup), (reader) => serveWeb({ line, host, reader, roots }));
  const model = await modelOf(line, host);
  try {
    return await closing(createAgentReader(roots, model.capabilities, setup), (reader) => {
      const context: RunContext = { line, host, reader, roots, model };
      return line.command === "web" ? serveWeb(context) : talk(context);
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

/** Folders of the command line take precedence over those of the configuration. */
function rootsOf(line: CommandLine, setup: LoadedSetup): readonly string[] {
  const { model, folders } = line;
  if (model === undefined && !isViewOnly(line)) return [demoFolder];
  return (folders.length > 0 ? folders : (setup.roots ?? ["."])).map((typed) =>
    namedFolder(typed, (message, hint) => new UsageError(message, hint)),
  );
}

function modelOf({ model, format }: CommandLine, { environment }: Host): Promise<AgentModel> {
  if (model !== undefined) return openModel(model, environment);
  return scriptedModel(format === "json" ? {} : { pauseMs: scriptPauseMs });
}
