import type { Writable } from "node:stream";
import { parseArguments, type CommandLine } from "./arguments.ts";
import { help } from "./help.ts";
import { takeStandardOutput } from "./protocol-output.ts";
import type { Others } from "./others.ts";
import { hasOwnConfig } from "./own-config.ts";
import { serveStdio } from "./serve-stdio.ts";
import type { Toolbox, ToolboxOptions } from "./toolbox.ts";
import { UsageError } from "./usage-error.ts";
import { version } from "./version.ts";

const { statSync } = process.getBuiltinModule("node:fs");
const path = process.getBuiltinModule("node:path");

/** Runs the program; the exit code, or none where it goes on by itself. */
export async function run(argv: readonly string[]): Promise<number | undefined> {
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
  const others = await loadOthers(line);
  const roots = rootsOf(line, others).map(folderOf);
  const { model, languages } = line;
  let opening: Promise<Toolbox> | undefined;
  const open = (): Promise<Toolbox> =>
    (opening ??= openToolbox({ roots, model, languages, ...(others === undefined ? {} : { others }) }));
  // What is wrong with the order of handlers is told now, and not to a client.
  if (others !== undefined) await open();
  if (line.http === undefined) {
    await serveStdio(open, output);
    await opening?.then(
      (toolbox) => toolbox.close(),
      // Whoever called for it was told.
      () => undefined,
    );
    return isLost(output) ? 1 : 0;
  }
  const { serveHttp } = await import("./http/serve-http.ts");
  const { http: address, token, allowedHosts } = line;
  const { url } = await serveHttp(open, { address, token, allowedHosts });
  process.stderr.write(`reader-mcp: listening at ${url}\n`);
  return undefined;
}

async function openToolbox(options: ToolboxOptions): Promise<Toolbox> {
  return (await import("./toolbox.ts")).createToolbox(options);
}

/** What the user has set up, where there is anything: it takes modules that most servers start without. */
async function loadOthers(line: CommandLine): Promise<Others | undefined> {
  const isWanted = line.handlers.length + line.commands.length > 0 || line.config !== undefined;
  if (!isWanted && !hasOwnConfig(process.env)) return undefined;
  return (await import("./others.ts")).loadOthers(line);
}

/** What stands on the command line counts more than the configuration. */
function rootsOf(line: CommandLine, others: Others | undefined): readonly string[] {
  if (line.roots.length > 0) return line.roots;
  return others?.roots ?? ["."];
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

/** True if answers could not be written, as on a full disk. A client that closed its end has what it wants. */
function isLost({ errored }: Writable): boolean {
  return errored !== null && !("code" in errored && errored.code === "EPIPE");
}
