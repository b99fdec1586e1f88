import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { anthropic, createReader, type Budget, type Handler, type Reader } from "@reader/core";
import { image } from "@reader/handler-image";
import { pdf } from "@reader/handler-pdf";

/** This file, as a program: its peak memory is what is measured. */
export const script: string = fileURLToPath(import.meta.url);

/** Room for any document of the rows, so that one answer holds it whole. */
export const roomy: Partial<Budget> = { maxBytes: 1e9, maxTokens: 1e9, maxLines: 1e9, documentTimeMs: 600_000 };

/** Reads a file to its end in one answer; throws where that fails. */
export async function readWhole(reader: Reader, path: string): Promise<void> {
  const outcome = await reader.read({ path });
  if (!outcome.ok) throw new Error(outcome.error.message);
  if (outcome.status !== "complete") throw new Error(`${path} is not complete: ${outcome.stopped?.by ?? "?"}`);
}

/** Reads a file to its end by `next`, and tells how many answers it took. */
export async function readPaged(reader: Reader, path: string): Promise<number> {
  let answers = 0;
  for (let outcome = await reader.read({ path }); ; answers += 1) {
    if (!outcome.ok) throw new Error(outcome.error.message);
    if (outcome.next === undefined) return answers + 1;
    outcome = await reader.read(outcome.next.request);
  }
}

function readerOf(file: string, handlers: readonly Handler[]): Reader {
  return createReader({ roots: [dirname(file)], handlers, budget: roomy, capabilities: anthropic });
}

/** Prints the resident memory in megabytes after 100 documents, and after 1000. */
async function readMany(files: readonly string[]): Promise<void> {
  const reader = readerOf(files[0] ?? "", [pdf()]);
  for (let count = 1; count <= 1000; count += 1) {
    await readWhole(reader, files[count % files.length] ?? "");
    if (count !== 100 && count !== 1000) continue;
    globalThis.gc?.();
    process.stdout.write(`${process.memoryUsage.rss() / 2 ** 20} `);
  }
}

async function run([task, ...files]: readonly string[]): Promise<void> {
  const [file = ""] = files;
  if (task === "many") await readMany(files);
  else await readWhole(readerOf(file, [task === "pdf" ? pdf() : image()]), file);
}

if (process.argv[1] === script) await run(process.argv.slice(2));
