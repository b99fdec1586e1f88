import { spawn } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createReader } from "@reader/core";
import { isolatedHandlers } from "@reader/handlers";

const usage = `node bench/batch/main.ts [--texts N] [--mixed N]

Measures reader batch (needs a build), each part if its number is above 0:
  --texts N   N text files of 1 KB: files a second, memory of the program, and the same command on the finished run
  --mixed N   N small files of all formats, copies of fixtures: the time beside that of a loop over reader.read
`;

const program = fileURLToPath(new URL("../../apps/cli/lib/main.cjs", import.meta.url));
const fixtures = fileURLToPath(new URL("../../fixtures", import.meta.url));

/** Files of a folder. */
const filesPerFolder = 1000;

const words =
  "the quick brown fox jumps over a lazy dog while seven wizards boxed quartz jugs beside the harbour".split(" ");

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { texts: { type: "string", default: "100000" }, mixed: { type: "string", default: "0" } },
  });
  const [texts, mixed] = [Number(values.texts), Number(values.mixed)];
  if (!Number.isSafeInteger(texts) || !Number.isSafeInteger(mixed)) {
    process.stdout.write(usage);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), "reader-batch-"));
  try {
    if (texts > 0) await measureTexts(folder, texts);
    if (mixed > 0) await measureMixed(folder, mixed);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureTexts(folder: string, count: number): Promise<void> {
  const source = join(folder, "texts");
  makeTexts(source, count);
  const out = join(folder, "texts-out");
  const first = await run(["batch", source, "--out", out, "-q"]);
  print("text files of 1 KB", count);
  print("seconds", first.seconds);
  print("files a second", count / first.seconds);
  print("memory of the program, MB", first.peakMb);
  const again = await run(["batch", source, "--out", out, "-q"]);
  print("the same command again, seconds", again.seconds);
}

async function measureMixed(folder: string, count: number): Promise<void> {
  const source = join(folder, "mixed");
  const paths = globSync("*/*/input.*", { cwd: fixtures }).toSorted();
  for (let at = 0; at < count; at += 1) {
    const path = paths[at % paths.length] ?? "";
    const target = join(source, String(Math.floor(at / paths.length)), path);
    mkdirSync(join(target, ".."), { recursive: true });
    cpSync(join(fixtures, path), target);
  }
  const loopSeconds = await timeLoop(source);
  const { seconds } = await run(["batch", source, "--out", join(folder, "mixed-out"), "-q"]);
  print("small files of all formats", count);
  print("a loop over reader.read, seconds", loopSeconds);
  print("reader batch, seconds", seconds);
  print("overhead, percent", (seconds / loopSeconds - 1) * 100);
}

/** Reads the same files without any output, as many at once as the program does. */
async function timeLoop(source: string): Promise<number> {
  const start = performance.now();
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
  return (performance.now() - start) / 1000;
}

function makeTexts(folder: string, count: number): void {
  let state = 1;
  const next = (): number => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31);
  for (let at = 0; at < count; at += 1) {
    const inner = join(folder, String(Math.floor(at / filesPerFolder)));
    if (at % filesPerFolder === 0) mkdirSync(inner, { recursive: true });
    let text = "";
    while (text.length < 1000) text += `${words[next() % words.length]}${next() % 9 === 0 ? ".\n" : " "}`;
    writeFileSync(join(inner, `f${at}.txt`), text);
  }
}

interface Measured {
  readonly seconds: number;
  /** Maximum resident memory, on Linux. */
  readonly peakMb: number;
}

/** Runs the program to its end. Exit code 1 says that a document failed. */
function run(args: readonly string[]): Promise<Measured> {
  const start = performance.now();
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  let peakMb = 0;
  const timer = setInterval(() => (peakMb = Math.max(peakMb, peakOf(child.pid))), 100);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => {
      clearInterval(timer);
      if (code === 0 || code === 1) resolve({ seconds: (performance.now() - start) / 1000, peakMb });
      else reject(new Error(`The program ended with ${code}.`));
    });
  });
}

function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

function print(name: string, value: number): void {
  process.stdout.write(`${name}: ${value < 100 ? value.toFixed(1) : Math.round(value)}\n`);
}
