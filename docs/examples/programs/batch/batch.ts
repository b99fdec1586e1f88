// Writes what a model would see of every file of a folder into another folder: node batch.ts FROM TO
// It reads as many files at the same time as there are cores, and can be run again: what is there is not read again.
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { isolatedHandlers } from "@reader/handlers";

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) {
  console.error("Name two folders: node batch.ts documents texts");
  process.exit(2);
}

// Without `capabilities` there are no images. The limits are those of a file instead of an answer for a model.
const isolation = isolatedHandlers();
const reader = createReader({
  roots: [from],
  handlers: isolation.handlers,
  budget: { maxTokens: Infinity, maxLines: Infinity, maxBytes: 100_000_000 },
});
const failures: string[] = [];

async function convert(path: string, target: string): Promise<void> {
  const outcome = await reader.read(path);
  if (!outcome.ok) {
    failures.push(`${path}: ${outcome.error.message}`);
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  // A file that is there is complete, also if this program is stopped.
  await writeFile(`${target}.part`, renderText(outcome));
  await rename(`${target}.part`, target);
}

const entries = await readdir(from, { recursive: true, withFileTypes: true });
const queue = entries
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => relative(from, join(parentPath, name)))
  .toSorted();

async function work(folder: string): Promise<void> {
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const target = join(folder, `${path}.txt`);
    if (!existsSync(target)) await convert(path, target);
  }
}

const total = queue.length;
await Promise.all(Array.from({ length: availableParallelism() }, () => work(to)));
await reader.close();
await isolation.close();
for (const failure of failures.toSorted()) console.error(failure);
console.log(`${total - failures.length} of ${total} files are in ${to}.`);
process.exitCode = failures.length === 0 ? 0 : 1;
