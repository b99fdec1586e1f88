#!/usr/bin/env node
import "./refuse-old-node.ts";
import { runList, runRead } from "./commands/read.ts";
import { colours } from "./arguments/options.ts";
import { setColourMode } from "./output/write.ts";
import { preventExitHang } from "./exit-hang.ts";
import { isInputPiped } from "./reading/inputs.ts";
import { parseArguments, type CommandLine } from "./arguments/parse-arguments.ts";

// Only the modules for reading are loaded at once, because most of the time of a small read is the start.
// `process.exit` at the end saves the 3 ms that a normal shutdown takes. All output has been written by then.
preventExitHang();
void run(process.argv.slice(2))
  .catch(async (cause: unknown) => {
    const { reportFault } = await import("./output/fault.ts");
    return reportFault(cause);
  })
  .then((code) => process.exit(code));

async function run(argv: readonly string[]): Promise<number> {
  const line = await parseArguments(argv, isInputPiped);
  setColourMode(line.options.choice("color", colours) ?? "auto");
  return runCommand(line);
}

async function runCommand(line: CommandLine): Promise<number> {
  const { command } = line;
  if (command === "read") return runRead(line);
  return command === "list" ? runList(line) : runOther(line, command);
}

/** Loads the module of a command that is not needed to read. */
async function runOther(line: CommandLine, command: Exclude<CommandLine["command"], "read" | "list">): Promise<number> {
  switch (command) {
    case "find":
      return (await import("./commands/find.ts")).runFind(line);
    case "info":
      return (await import("./commands/info.ts")).runInfo(line);
    case "batch":
      return (await import("./commands/batch.ts")).runBatchCommand(line);
    case "formats":
      return (await import("./commands/formats.ts")).runFormats(line);
    case "doctor":
      return (await import("./commands/doctor.ts")).runDoctor(line);
    case "completion":
      return (await import("./commands/completion.ts")).runCompletion(line);
    case "help":
      return (await import("./commands/help.ts")).runHelp(line);
    case "version":
      return (await import("./commands/help.ts")).runVersion();
  }
}
