#!/usr/bin/env node
import "./refuse-old-node.ts";
import "./schema-settings.ts";
import type { Writable } from "node:stream";
import { UsageError } from "@reader/handlers/usage-error";
import { namedFolder, ownConfigFile } from "@reader/isolate";
import { help, parseArguments, type CommandLine } from "./arguments/parse-arguments.ts";
import { serveStdio, takeStandardOutput } from "./server/server.ts";
import { version } from "./server/version.ts";
import type { Toolbox, ToolboxOptions } from "./tools/toolbox.ts";
import type { UserSetup } from "./tools/user-setup.ts";

const { existsSync } = process.getBuiltinModule("node:fs");

/** Runs the program. Returns the exit code, or `undefined` while the HTTP server keeps running. */
async function run(argv: readonly string[]): Promise<number | undefined> {
  try {
    return await runCommand(parseArguments(argv, process.env));
  } catch (cause) {
    if (!UsageError.is(cause)) throw cause;
    process.stderr.write(`reader-mcp: ${cause.message}\n${cause.hint}\n`);
    return 2;
  }
}

async function runCommand(line: CommandLine): Promise<number | undefined> {
  switch (line.command) {
    case "help":
      process.stdout.write(help);
      return 0;
    case "version":
      process.stdout.write(`${version()}\n`);
      return 0;
    case "serve":
      return serve(line);
  }
}

async function serve(line: CommandLine): Promise<number | undefined> {
  const output = takeStandardOutput();
  const setup = await loadSetup(line);
  const named = namedRoots(line, setup);
  const roots = (named ?? ["."]).map((typed) => namedFolder(typed, (message, hint) => new UsageError(message, hint)));
  const { model, languages, ignoresClientRoots = false } = line;
  let opening: Promise<Toolbox> | undefined;
  const open = (): Promise<Toolbox> =>
    (opening ??= openToolbox({
      roots,
      areRootsNamed: named !== undefined,
      model,
      languages,
      ignoresClientRoots,
      ...(setup === undefined ? {} : { setup }),
    }));
  // A wrong order of handlers is reported at the start instead of to the first client.
  if (setup !== undefined) await open();
  if (line.http === undefined) {
    await serveStdio(open, output);
    await opening?.then(
      (toolbox) => toolbox.close(),
      // The client whose call opened it got the error.
      () => undefined,
    );
    return isLost(output) ? 1 : 0;
  }
  const { serveHttp } = await import("./server/http.ts");
  const { http: address, token, allowedHosts } = line;
  const { url } = await serveHttp(open, { address, token, allowedHosts });
  process.stderr.write(`reader-mcp: listening at ${url}\n`);
  return undefined;
}

async function openToolbox(options: ToolboxOptions): Promise<Toolbox> {
  return (await import("./tools/toolbox.ts")).createToolbox(options);
}

/** Loads the user's setup, if there is one. It needs modules that most servers start without. */
async function loadSetup(line: CommandLine): Promise<UserSetup | undefined> {
  const isNamed = line.handlers.length + line.commands.length > 0 || line.config !== undefined;
  if (!isNamed && !hasOwnConfig()) return undefined;
  return (await import("./tools/user-setup.ts")).loadUserSetup(line);
}

function hasOwnConfig(): boolean {
  const file = ownConfigFile(process.env);
  return file !== undefined && existsSync(file);
}

/** Folders of the command line take precedence over those of the configuration. Returns `undefined` if neither names one. */
function namedRoots(line: CommandLine, setup: UserSetup | undefined): readonly string[] | undefined {
  return line.roots.length > 0 ? line.roots : setup?.roots;
}

/** True if answers could not be written, as on a full disk. A client that closed its end is not a failure. */
function isLost({ errored }: Writable): boolean {
  return errored !== null && !("code" in errored && errored.code === "EPIPE");
}

// `process.exit` can deadlock with a compiling thread of V8: https://github.com/nodejs/node/issues/54918
process.getBuiltinModule("node:v8").setFlagsFromString("--no-concurrent-sparkplug");

// An exit code means that the program is done; open handles must not keep the process alive.
void run(process.argv.slice(2)).then((code) => {
  if (code !== undefined) process.exit(code);
});
