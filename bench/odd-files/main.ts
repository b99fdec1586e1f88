import { parseArgs } from "node:util";
import type { Adapter } from "./adapter.ts";
import { loadAdapter, ownAdapters } from "./load-adapter.ts";
import { makeOddFiles, type OddWorkspace } from "./make-odd-files.ts";
import { foreignFiles, oddFiles } from "./odd-files.ts";
import { oddFilesReport, type ToolReport } from "./report.ts";
import { runTool } from "./run-tool.ts";

const usage = `node bench/odd-files/main.ts                        holds every tool that is installed against the odd files
node bench/odd-files/main.ts --adapter ADAPTER      those that are named: ${ownAdapters.join(", ")},
                                                    "command:PROGRAM {file}", "mcp:SERVER {workspace}", ./my-tool.mjs
node bench/odd-files/main.ts --keep                 makes the files, says where, and waits

bench/odd-files/README.md tells of adapters and of what a verdict says.
`;

// `node bench/odd-files/main.ts` holds every tool that is installed against the odd files; `--adapter plain --adapter
// ./mine.mjs` those that are named; `--keep` only makes the files, says where, and waits. It ends with 0 where the tools
// were held against them, whatever came of it, 2 where it was asked wrongly, and 130 where it was interrupted.
process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  tell(error instanceof Error ? error.message : String(error));
  if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")) tell("See --help.");
  return 2;
});

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== "--"),
    options: {
      adapter: { type: "string", multiple: true },
      keep: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const adapters = values.keep ? [] : await loadAll(values.adapter ?? ownAdapters);
  const signal = interruption();
  const corpus = await makeOddFiles(oddFiles);
  try {
    tellLeftOut(corpus);
    if (values.keep) await keep(corpus.path, signal);
    else process.stdout.write(await compare(adapters, corpus, signal));
  } finally {
    corpus.remove();
  }
  return signal.aborted && !values.keep ? 130 : 0;
}

interface Tool {
  readonly spec: string;
  readonly adapter: Adapter;
}

/** Loads adapters before any file is made, so that a misspelt name is reported at once. */
async function loadAll(specs: readonly string[]): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  for (const spec of specs) {
    const adapter = await loadAdapter(spec);
    const missing = adapter.missing?.();
    if (missing === undefined) tools.push({ spec, adapter });
    else tell(`${adapter.name} is left out: ${missing}.`);
  }
  return tools;
}

async function compare(tools: readonly Tool[], corpus: OddWorkspace, signal: AbortSignal): Promise<string> {
  const files = oddFiles.filter(({ id }) => !corpus.leftOut.has(id));
  const reports: ToolReport[] = [];
  for (const { spec, adapter } of tools) {
    if (signal.aborted) break;
    tell(`${adapter.name} …`);
    try {
      const verdicts = await runTool(spec, adapter, { workspace: corpus.path, files, signal });
      reports.push({ name: adapter.name, verdicts });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      tell(signal.aborted ? "Interrupted." : `${adapter.name} is left out: ${reason}.`);
    }
  }
  return oddFilesReport(files, reports);
}

function tellLeftOut({ leftOut }: OddWorkspace): void {
  for (const [id, reason] of leftOut) tell(`${JSON.stringify(id)} is left out: ${reason}.`);
  const foreign = foreignFiles(process.platform);
  if (foreign.length > 0) tell(`Not made on this system: ${foreign.map((id) => JSON.stringify(id)).join(", ")}.`);
}

async function keep(path: string, signal: AbortSignal): Promise<void> {
  process.stdout.write(`The files are in ${path} until this program is interrupted.\n`);
  const stay = setInterval(() => undefined, 60_000);
  await new Promise<void>((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener("abort", () => resolve()),
  );
  clearInterval(stay);
}

/** Aborted when this program is asked to end: the files go before it does. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => controller.abort());
  return controller.signal;
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
