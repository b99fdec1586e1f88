import { globSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createReader } from "@reader/core";
import { isolatedHandlers } from "@reader/handlers";
import { measure, type Measured, median, print, printTimes, runReader } from "./measured.ts";
import { measurePdfs } from "./pdf-peers.ts";
import { copyFixtures, makeTexts } from "./sample-files.ts";

const usage = `node bench/batch/main.ts [--texts N] [--mixed N] [--pdfs N] [--rounds N]

Measures reader batch (needs a build), each part if its number is above 0:
  --texts N   N text files of 1 KB: files a second, memory of the program, and the same command on the finished run
  --mixed N   N small files of all formats, copies of fixtures: the time beside that of a loop over reader.read
  --pdfs N    N PDF files, copies of 60 with 1 to 30 pages: beside pdftotext, liteparse and markitdown
  --rounds N  how often mixed files and PDF files are read, in turn with the others. Default: 1
`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args: [...args], options: { texts: text, mixed: text, pdfs: text, rounds: text } });
  const { texts = "0", mixed = "0", pdfs = "0", rounds = "1" } = values;
  const areNumbers = [texts, mixed, pdfs, rounds].every((value) => /^\d+$/.test(value));
  if (!areNumbers || args.length === 0) {
    process.stdout.write(usage);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), "reader-batch-"));
  try {
    if (Number(texts) > 0) await measureTexts(folder, Number(texts));
    if (Number(mixed) > 0) await measureMixed(folder, { count: Number(mixed), rounds: Number(rounds) });
    if (Number(pdfs) > 0) await measurePdfs(folder, { count: Number(pdfs), rounds: Number(rounds) });
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureTexts(folder: string, count: number): Promise<void> {
  const source = join(folder, "texts");
  makeTexts(source, count);
  const out = join(folder, "texts-out");
  const first = await runReader(["batch", source, "--out", out, "-q"]);
  print("text files of 1 KB", count);
  printTimes("read", first);
  print("files a second", count / first.seconds);
  print("files a second of CPU time", count / first.cpuSeconds);
  print("memory of the program, MB", first.peakMb);
  printTimes("the same command again", await runReader(["batch", source, "--out", out, "-q"]));
  rmSync(source, { recursive: true });
  rmSync(out, { recursive: true });
}

interface Rounds {
  readonly count: number;
  readonly rounds: number;
}

async function measureMixed(folder: string, { count, rounds }: Rounds): Promise<void> {
  const source = join(folder, "mixed");
  copyFixtures(source, count);
  print("small files of all formats", count);
  const pairs: (readonly [loop: Measured, batch: Measured])[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const loop = await measure(() => readInLoop(source));
    printTimes("a loop over reader.read", loop);
    const batch = await runReader(["batch", source, "--out", join(folder, `mixed-out-${round}`), "-q"]);
    printTimes("reader batch", batch);
    pairs.push([loop, batch]);
  }
  const overhead = (of: (measured: Measured) => number): number =>
    (median(pairs.map(([loop, batch]) => of(batch) / of(loop))) - 1) * 100;
  print(
    "overhead in time, percent",
    overhead(({ seconds }) => seconds),
  );
  print(
    "overhead in CPU time, percent",
    overhead(({ cpuSeconds }) => cpuSeconds),
  );
}

/** Reads the same files without any output, as many at once as the program does. */
async function readInLoop(source: string): Promise<void> {
  const isolation = isolatedHandlers();
  const most = Number.POSITIVE_INFINITY;
  const budget = { maxBytes: 64 * 1024 * 1024, maxLines: most, maxTokens: most, maxLineCharacters: most };
  const reader = createReader({
    roots: [source],
    handlers: isolation.handlers,
    budget: { ...budget, outlineTimeMs: 0 },
  });
  const queue = globSync("**/input.*", { cwd: source }).toSorted();
  const readQueue = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) await reader.read(path);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, readQueue));
  await reader.close();
  await isolation.close();
}
