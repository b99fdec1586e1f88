import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createWorkProcess } from "../src/work-process.ts";
import type { Task, TaskResult } from "./task.ts";

const usage = `pnpm differential [--mutations N] [--seed N] [--only-mutations] [FOLDER]

Reads every page of every PDF below FOLDER with the engine and by the fast path, then N (5000) pages with mutated
content, and lists each difference. FOLDER is the corpus beside the checkout, or else fixtures. Ends with 1 if there is
a difference. The same seed (1) makes the same mutations.
`;

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Time for one document before its process is replaced. Hostile ones keep the engine busy for hours. */
const limitMs = 120_000;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: args.filter((arg) => arg !== "--"),
    allowPositionals: true,
    options: {
      mutations: { type: "string", default: "5000" },
      seed: { type: "string", default: "1" },
      "only-mutations": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const [folder = defaultFolder()] = positionals;
  const paths = pdfsBelow(folder);
  if (paths.length === 0) {
    process.stderr.write(`There are no PDF files below ${folder}.\n`);
    return 2;
  }
  const whole = values["only-mutations"] ? [] : paths.map((path) => ({ path }));
  const seed = Number(values.seed);
  const mutations = Array.from({ length: Number(values.mutations) }, (_, index) => ({
    path: paths[index % paths.length] ?? "",
    mutation: seed * 1_000_000 + index,
  }));
  const differences = (await run("pages", whole)) + (await run("mutated pages", mutations));
  return differences === 0 ? 0 : 1;
}

function defaultFolder(): string {
  const corpus = join(root, "../shared/corpus");
  return existsSync(corpus) ? corpus : join(root, "fixtures");
}

function pdfsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.pdf$/iu.test(name) && !name.includes("node_modules"))
    .map((name) => join(folder, name))
    .toSorted();
}

/** Compares documents, prints the differences and a summary, and returns the number of differences. */
async function run(title: string, tasks: readonly Task[]): Promise<number> {
  const counts = { same: 0, different: 0, engine: 0, unreadable: 0 };
  let failures = 0;
  const module = new URL("worker.ts", import.meta.url);
  const worker = createWorkProcess<Task, TaskResult>({ module, limitMs });
  for (const task of tasks) {
    const result = await worker.run(task).catch(() => undefined);
    if (result === undefined) failures += 1;
    for (const [index, { outcome, detail }] of result?.pages.entries() ?? []) {
      counts[outcome] += 1;
      if (outcome === "different") process.stdout.write(`${placeWords(task, result?.page ?? index + 1)}: ${detail}\n`);
    }
  }
  worker.end();
  const { same, different, engine, unreadable } = counts;
  process.stdout.write(
    `${title}: ${same} the same, ${different} different, ${engine} left to the engine, ${unreadable} unreadable; ` +
      `${failures} documents broke or kept busy the engine\n`,
  );
  return different;
}

function placeWords({ path, mutation }: Task, page: number): string {
  return `${path} page ${page}${mutation === undefined ? "" : ` mutation ${mutation}`}`;
}
