import { parseArgs } from "node:util";
import { loadAdapter, ownAdapters } from "./load-adapter.ts";
import { makeOddFiles } from "./make-odd-files.ts";
import { oddFiles } from "./odd-files.ts";
import { oddFilesReport, type ToolReport } from "./report.ts";
import { runTool } from "./run-tool.ts";

// `node bench/odd-files/main.ts` holds every tool that is installed against the odd files; `--adapter plain --adapter
// ./mine.mjs` those that are named; `--keep` only makes the files, says where, and waits.
const { values } = parseArgs({
  options: { adapter: { type: "string", multiple: true }, keep: { type: "boolean", default: false } },
});

const corpus = await makeOddFiles(oddFiles);
try {
  if (values.keep) await keep(corpus.path);
  else process.stdout.write(await compare(values.adapter ?? ownAdapters));
} finally {
  corpus.remove();
}

async function compare(specs: readonly string[]): Promise<string> {
  const reports: ToolReport[] = [];
  for (const spec of specs) {
    const adapter = await loadAdapter(spec);
    const missing = adapter.missing?.();
    if (missing !== undefined) {
      process.stderr.write(`${adapter.name} is left out: ${missing}\n`);
      continue;
    }
    process.stderr.write(`${adapter.name} …\n`);
    const verdicts = await runTool(spec, adapter, { workspace: corpus.path, files: oddFiles });
    reports.push({ name: adapter.name, verdicts });
    await adapter.close?.();
  }
  return oddFilesReport(oddFiles, reports);
}

async function keep(path: string): Promise<void> {
  process.stdout.write(`The files are in ${path} until this program is interrupted.\n`);
  const stay = setInterval(() => undefined, 60_000);
  await new Promise<void>((resolve) => process.once("SIGINT", () => resolve()));
  clearInterval(stay);
}
