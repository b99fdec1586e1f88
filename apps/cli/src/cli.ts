import { runRead } from "./commands/read.ts";
import { preventExitHang } from "./exit-hang.ts";
import { parseArguments, type CommandLine } from "./arguments/parse-arguments.ts";

// Nothing but what reading needs is loaded at once: to start is most of what it takes to read a file.
// Everything is written by the end, and to tear a process down that has nothing left to do takes 3 ms.
preventExitHang();
void run(process.argv.slice(2))
  .catch(async (cause: unknown) => {
    const { reportFault } = await import("./output/fault.ts");
    return reportFault(cause);
  })
  .then((code) => process.exit(code));

async function run(argv: readonly string[]): Promise<number> {
  return runCommand(await parseArguments(argv));
}

async function runCommand(line: CommandLine): Promise<number> {
  switch (line.command) {
    case "read":
      return runRead(line);
    case "info":
      return (await import("./commands/info.ts")).runInfo(line);
    case "doctor":
      return (await import("./commands/doctor.ts")).runDoctor(line);
    case "completion":
      return (await import("./commands/completion.ts")).runCompletion(line);
    case "help":
      return (await import("./commands/help.ts")).runHelp();
    case "version":
      return (await import("./commands/help.ts")).runVersion();
  }
}
