import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";

/** The files that are measured on; made once, kept beside the other caches. */
export interface BenchData {
  readonly log100Mb: string;
  readonly log1Gb: string;
  readonly log4Gb: string;
  readonly oneLine600Mb: string;
  readonly small: string;
}

const folder = fileURLToPath(new URL("../../node_modules/.cache/reader/bench/", import.meta.url));

/** Makes what is missing: some 6 GB. */
export async function makeData(): Promise<BenchData> {
  mkdirSync(folder, { recursive: true });
  return {
    log100Mb: await make("100mb.log", 100e6, logBlock),
    log1Gb: await make("1gb.log", 1e9, logBlock),
    log4Gb: await make("4gb.log", 4e9, logBlock),
    oneLine600Mb: await make("600mb.json", 600e6, () => "1234567,".repeat(16_384)),
    small: fileURLToPath(new URL("../../README.md", import.meta.url)),
  };
}

async function make(name: string, bytes: number, block: (index: number) => string): Promise<string> {
  const path = join(folder, name);
  if (existsSync(path) && statSync(path).size >= bytes) return path;
  process.stderr.write(`making ${name} …\n`);
  const stream = createWriteStream(`${path}.part`);
  for (let written = 0, index = 0; written < bytes; index += 1) {
    const piece = Buffer.from(block(index));
    written += piece.length;
    if (!stream.write(piece)) await once(stream, "drain");
  }
  stream.end();
  await finished(stream);
  renameSync(`${path}.part`, path);
  return path;
}

const levels = ["INFO", "WARN", "ERROR", "DEBUG"];
const messages = ["request completed", "connection reset by peer", "cache miss for key user", "GET /api/v1/items 200"];

/** Ten thousand lines of a server's log, some 90 bytes each; the same on every machine. */
function logBlock(index: number): string {
  const lines: string[] = [];
  for (let at = 0; at < 10_000; at += 1) {
    const seed = Math.imul(index * 10_000 + at + 1, 2_654_435_761) >>> 0;
    const time = new Date(1_790_000_000_000 + index * 10_000 + at).toISOString();
    const level = levels[seed % levels.length] ?? "";
    const message = messages[(seed >>> 8) % messages.length] ?? "";
    lines.push(`${time} ${level} [worker-${seed % 16}] ${message} id=${seed.toString(16)} took=${seed % 9999}ms\n`);
  }
  return lines.join("");
}
