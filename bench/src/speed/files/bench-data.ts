import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { makeJpeg } from "./make-jpeg.ts";
import { makePdf } from "./make-pdf.ts";
import type { RowMessage } from "../row-result.ts";

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

/** Where the files are kept: beside the other caches, or where `READER_BENCH_FILES` says. */
export const folder: string = resolve(
  process.env["READER_BENCH_FILES"] ??
    fileURLToPath(new URL("../../../../node_modules/.cache/reader/bench/", import.meta.url)),
);

/** All of them: some 6 GB when every one was asked for. */
export const benchData: BenchData = {
  log100Mb: () => stream("100mb.log", 100e6, logBlock),
  log1Gb: () => stream("1gb.log", 1e9, logBlock),
  log4Gb: () => stream("4gb.log", 4e9, logBlock),
  oneLine600Mb: () => stream("600mb.json", 600e6, () => "1234567,".repeat(16_384)),
  small: () => Promise.resolve(fileURLToPath(new URL("../../../../README.md", import.meta.url))),
  pdf: (pages) => whole(`${pages}-pages.pdf`, () => makePdf(pages, pages)),
  pdfs: (count) =>
    Promise.all(
      Array.from({ length: count }, (_, at) => whole(`document-${at}.pdf`, () => makePdf((at % 30) + 1, at))),
    ),
  jpeg: (megapixels) => whole(`${megapixels}mp.jpg`, () => makeJpeg(megapixels)),
};

/** The path of a file that is made whole the first time. */
export function whole(name: string, make: () => Uint8Array | Promise<Uint8Array>): Promise<string> {
  return made(name, existsSync(join(folder, name)), async (part) => writeFileSync(part, await make()));
}

/** The path of a file that is written block by block the first time, up to so many bytes. */
export function stream(name: string, bytes: number, block: (index: number) => string): Promise<string> {
  const size = statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return made(name, size >= bytes, (part) => pipeline(blocksUpTo(bytes, block), createWriteStream(part)));
}

/** Makes a file beside its place, so that none is there by halves, and tells the bench. */
async function made(name: string, isThere: boolean, make: (part: string) => Promise<void>): Promise<string> {
  const path = join(folder, name);
  if (isThere) return path;
  mkdirSync(folder, { recursive: true });
  process.stderr.write(`making ${name} …\n`);
  const part = path + partEnding(process.pid);
  try {
    await make(part);
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
  process.send?.({ type: "made" } satisfies RowMessage);
  return path;
}

/** Removes what a process had begun to make before it was ended. */
export function removeParts(pid: number): void {
  if (!existsSync(folder)) return;
  const begun = readdirSync(folder).filter((name) => name.endsWith(partEnding(pid)));
  for (const name of begun) rmSync(join(folder, name), { force: true });
}

function partEnding(pid: number): string {
  return `.${pid}.part`;
}

function* blocksUpTo(bytes: number, block: (index: number) => string): Generator<Buffer> {
  for (let written = 0, index = 0; written < bytes; index += 1) {
    const piece = Buffer.from(block(index));
    written += piece.length;
    yield piece;
  }
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
