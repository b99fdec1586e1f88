import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { makeJpeg } from "./make-jpeg.ts";
import { makePdf } from "./make-pdf.ts";

/** The files that are measured on; each is made when it is first asked for, and kept beside the other caches. */
export interface BenchData {
  readonly log100Mb: () => Promise<string>;
  readonly log1Gb: () => Promise<string>;
  readonly log4Gb: () => Promise<string>;
  readonly oneLine600Mb: () => Promise<string>;
  readonly small: () => Promise<string>;
  /** A text document of so many pages. */
  readonly pdf: (pages: number) => Promise<string>;
  /** Documents of 1 to 30 pages, none like another. */
  readonly pdfs: (count: number) => Promise<readonly string[]>;
  /** A photograph-like JPEG of so many megapixels. */
  readonly jpeg: (megapixels: number) => Promise<string>;
}

/** Where the files are kept. */
export const folder: string = fileURLToPath(new URL("../../node_modules/.cache/reader/bench/", import.meta.url));

/** All of them: some 6 GB when every one was asked for. */
export const benchData: BenchData = {
  log100Mb: () => stream("100mb.log", 100e6, logBlock),
  log1Gb: () => stream("1gb.log", 1e9, logBlock),
  log4Gb: () => stream("4gb.log", 4e9, logBlock),
  oneLine600Mb: () => stream("600mb.json", 600e6, () => "1234567,".repeat(16_384)),
  small: () => Promise.resolve(fileURLToPath(new URL("../../README.md", import.meta.url))),
  pdf: (pages) => whole(`${pages}-pages.pdf`, () => makePdf(pages, pages)),
  pdfs: (count) =>
    Promise.all(
      Array.from({ length: count }, (_, at) => whole(`document-${at}.pdf`, () => makePdf((at % 30) + 1, at))),
    ),
  jpeg: (megapixels) => whole(`${megapixels}mp.jpg`, () => makeJpeg(megapixels)),
};

/** The path of a file that is made whole the first time. */
export async function whole(name: string, make: () => Uint8Array | Promise<Uint8Array>): Promise<string> {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  announce(name);
  writeFileSync(`${path}.part`, await make());
  renameSync(`${path}.part`, path);
  return path;
}

function announce(name: string): void {
  mkdirSync(folder, { recursive: true });
  process.stderr.write(`making ${name} …\n`);
}

/** The path of a file that is written block by block the first time, up to so many bytes. */
export async function stream(name: string, bytes: number, block: (index: number) => string): Promise<string> {
  const path = join(folder, name);
  if (existsSync(path) && statSync(path).size >= bytes) return path;
  announce(name);
  const target = createWriteStream(`${path}.part`);
  for (let written = 0, index = 0; written < bytes; index += 1) {
    const piece = Buffer.from(block(index));
    written += piece.length;
    if (!target.write(piece)) await once(target, "drain");
  }
  target.end();
  await finished(target);
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
