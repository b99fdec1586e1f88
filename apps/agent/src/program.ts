import { fileURLToPath } from "node:url";
import { once } from "node:events";
import { escapeName } from "@reader/core/render";
import type { LoadedSetup } from "@reader/handler-command";
import { UsageError } from "@reader/handlers/usage-error";
import { namedFolder } from "@reader/isolate";
import type { Reader } from "@reader/core";
import { help, isViewOnly, parseArguments, type CommandLine } from "./arguments/parse-arguments.ts";
import type { Host, RunContext, ViewContext } from "./host/run-context.ts";
import { type AgentModel, openModel, scriptedModel } from "./models/open-model.ts";
import { createAgentReader, loadUserSetup, type AgentReader } from "./reading/agent-reader.ts";
import { talk } from "./terminal/talk.ts";
import { converse } from "./conversation/converse.ts";
import type { AgentEvent } from "./conversation/events.ts";
import { createHistory } from "./conversation/history.ts";
import type { WebOptions } from "./web/start-web.ts";

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

/** Serves the web view until the program is stopped, and returns the exit code. Without a model there is no conversation. */
async function serveWeb(context: ViewContext): Promise<number> {
  const [{ startWeb }, { isolate }, { pageWords }, { findSoffice }] = await Promise.all([
    import("./web/start-web.ts"),
    import("@reader/isolate"),
    import("./web/page-words.ts"),
    import("@reader/office-pages/converter"),
  ]);
  const isolation = isolate([pageWords()], { resolveFrom: import.meta.url });
  const [words] = isolation.handlers;
  const { line, host, reader, roots, model } = context;
  const { port } = line;
  const { recognise } = reader;
  const soffice = await findSoffice(host.environment);
  const view = await startWeb({
    reader,
    roots,
    ...conversationOf(context),
    ...(words === undefined ? {} : { pageWords: words }),
    ...(recognise === undefined ? {} : { recognise }),
    ...(port === undefined ? {} : { port }),
    ...(soffice === undefined ? {} : { soffice }),
  }).catch((cause: unknown) => {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(message, "Fix this, then start the program again.");
  });
  const label = model?.label ?? "no model: files are shown, but questions are not answered";
  host.output.write(`${host.output.style("bold", label)}\n${view.url}\n`);
  const stop = new AbortController();
  await Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((name) => once(process, name, { signal: stop.signal })));
  stop.abort();
  await view.close();
  await isolation.close();
  return 0;
}

function conversationOf({ line: { maxSteps }, model }: ViewContext): Pick<WebOptions, "model" | "converse"> {
  if (model === undefined) return {};
  const steps = maxSteps === undefined ? {} : { maxSteps };
  return { model, converse: oneConversation((question) => ({ ...question, model, ...steps })) };
}

interface Question {
  readonly question: string;
  readonly reader: Reader;
  readonly signal: AbortSignal;
}

type OptionsOf = (question: Question) => Omit<Parameters<typeof converse>[0], "history">;

/** Questions continue one conversation. A question during another answer starts a separate one. */
function oneConversation(optionsOf: OptionsOf): (question: Question) => AsyncGenerator<AgentEvent, void, undefined> {
  const history = createHistory();
  let isBusy = false;
  return async function* (question) {
    if (isBusy) return yield* converse(optionsOf(question));
    isBusy = true;
    try {
      yield* converse({ ...optionsOf(question), history });
    } finally {
      isBusy = false;
    }
  };
}
