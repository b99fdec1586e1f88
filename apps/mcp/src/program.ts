import type { IsolatableHandler } from "@reader/isolate";
import { parseArguments, type CommandLine } from "./arguments.ts";
import { help } from "./help.ts";
import { takeStandardOutput } from "./protocol-output.ts";
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
    if (!(cause instanceof UsageError)) throw cause;
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
  const roots = line.roots.map(folderOf);
  const output = takeStandardOutput();
  const others = await loadOthers(line.handlers);
  let opening: Promise<Toolbox> | undefined;
  const open = (): Promise<Toolbox> => (opening ??= openToolbox({ roots, model: line.model, others }));
  if (line.http === undefined) {
    await serveStdio(open, output);
    await opening?.then(
      (toolbox) => toolbox.close(),
      // Whoever called for it was told.
      () => undefined,
    );
    return 0;
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

async function loadOthers(specifiers: readonly string[]): Promise<readonly IsolatableHandler[]> {
  return specifiers.length === 0 ? [] : (await import("./third-party.ts")).loadThirdParty(specifiers);
}

function folderOf(typed: string): string {
  const folder = path.resolve(typed);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new UsageError(`${typed} is no folder.`, "Give the folders whose files may be read.");
}
