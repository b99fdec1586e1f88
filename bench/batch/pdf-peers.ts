import { spawnSync } from "node:child_process";
import { globSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { benchData } from "../src/speed/files/bench-data.ts";
import { type Measured, median, print, printTimes, runProgram, runReader } from "./measured.ts";
import { copyInTurn } from "./sample-files.ts";

/** The documents that are copied. */
const different = 60;

/** A program that reads a folder of PDF files. */
interface Tool {
  readonly name: string;
  /** Why it cannot be measured here. */
  readonly missing?: string | undefined;
  /** Reads the folder, and writes a file for each document or one for all into `out`, or beside the documents. */
  readonly run: (folder: string, out: string) => Promise<Measured>;
}

/** The same programs for one file, two at a time. */
const eachOfTwo = (command: string): string => `find "$1" -name '*.pdf' -print0 | xargs -0 -P 2 -I {} ${command}`;

const tools: readonly Tool[] = [
  { name: "reader batch", run: (folder, out) => runReader(["batch", folder, "--out", out, "-q"]) },
  {
    name: "reader batch --format markdown",
    run: (folder, out) => runReader(["batch", folder, "--out", out, "--format", "markdown", "-q"]),
  },
  {
    name: "pdftotext | xargs -P2",
    missing: missingProgram("pdftotext", "-v"),
    run: (folder) => runProgram("sh", ["-c", eachOfTwo("pdftotext {} {}.txt"), "sh", folder]),
  },
  {
    name: "liteparse batch-parse --no-ocr",
    missing: liteparse() === undefined ? "liteparse is not installed" : undefined,
    run: (folder, out) => parseByLite(folder, out, "text"),
  },
  {
    name: "liteparse batch-parse --no-ocr --format markdown",
    missing: liteparse() === undefined ? "liteparse is not installed" : undefined,
    run: (folder, out) => parseByLite(folder, out, "markdown"),
  },
  {
    name: "markitdown | xargs -P2",
    missing: missingProgram("markitdown", "--version"),
    run: (folder) => runProgram("sh", ["-c", eachOfTwo("markitdown {} -o {}.md"), "sh", folder]),
  },
];

/** Reads PDF files with every tool in turn, and prints the times, and the throughput beside that of pdftotext. */
export async function measurePdfs(
  folder: string,
  { count, rounds }: { readonly count: number; readonly rounds: number },
): Promise<void> {
  const source = join(folder, "pdfs");
  const files = (await benchData.pdfs(different)).map((path) => [path, basename(path)] as const);
  copyInTurn(files, { folder: source, count });
  print("PDF files", count);
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, missing, run } of tools) {
      if (missing !== undefined) continue;
      const out = join(folder, "pdfs-out");
      const measured = await run(source, out);
      printTimes(name, measured);
      times.set(name, [...(times.get(name) ?? []), measured.seconds]);
      rmSync(out, { recursive: true, force: true });
      for (const file of globSync("**/*.{txt,md}", { cwd: source })) rmSync(join(source, file));
    }
  }
  for (const { name, missing } of tools) {
    if (missing === undefined) print(`${name}, files a second`, count / median(times.get(name) ?? []));
    else process.stdout.write(`${name}: skipped, because ${missing}\n`);
  }
}

function missingProgram(name: string, flag: string): string | undefined {
  return spawnSync(name, [flag], { timeout: 60_000 }).error === undefined ? undefined : `${name} is not installed`;
}

/** The program of liteparse. */
function liteparse(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve("@llamaindex/liteparse/package.json");
    return join(dirname(manifest), "dist/cli.js");
  } catch {
    return undefined;
  }
}

function parseByLite(folder: string, out: string, format: "text" | "markdown"): Promise<Measured> {
  const words = ["batch-parse", folder, out, "--recursive", "--no-ocr", "--quiet", "--format", format];
  return runProgram(process.execPath, [liteparse() ?? "", ...words]);
}
