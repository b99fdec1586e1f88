import { mkdtemp, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { kinds, makeDocument } from "./make-document.ts";
import { ways, type Memory, type Way } from "./ways.ts";

const usage = `node --expose-gc bench/memory/main.ts [--way WAY] [--documents N] [--kinds KINDS]

Reads N different small documents (100000 unless given) in one process and prints its memory after 5000, 20000, 50000,
100000 of them. Ways: ${Object.keys(ways).join(", ")}; library unless given. stdio and http need a build (tsc -b).
Kinds, with commas between: ${kinds.join(",")}; all unless given.
`;

/** Documents after which memory is measured; the first is the base of all others. */
const milestones = [1000, 5000, 20_000, 50_000, 100_000];
const baseDocuments = 5000;

/** Growth of the heap that is ignored, in bytes: V8's own data varies by as much. */
const allowedGrowthBytes = 3 * 1024 * 1024;

/** Maximum number of wrong answers to print. */
const shownWrong = 3;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      way: { type: "string", default: "library" },
      documents: { type: "string", default: "100000" },
      kinds: { type: "string", default: kinds.join(",") },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const open = ways[values.way];
  const count = Number(values.documents);
  const among = values.kinds.split(",");
  const isKnown = open !== undefined && among.every((kind) => kinds.includes(kind));
  if (values.help || !isKnown || !Number.isSafeInteger(count)) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const folder = await mkdtemp(join(tmpdir(), "reader-memory-"));
  const way = await open(folder);
  try {
    return await readAll(way, folder, { count, among });
  } finally {
    await way.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many documents of which kinds. */
interface Documents {
  readonly count: number;
  readonly among: readonly string[];
}

/** Returns 0 if the heap is flat after the first 5000 documents and all answers are right. */
async function readAll(way: Way, folder: string, { count, among }: Documents): Promise<number> {
  let wrong = 0;
  let base: Memory | undefined;
  let isFlat = true;
  for (let number = 0; number < count; number += 1) {
    const { name, bytes, mark } = makeDocument(number, among);
    await writeFile(join(folder, name), bytes);
    const answer = await way.read(name);
    if (!answer.includes(mark)) {
      wrong += 1;
      if (wrong <= shownWrong) process.stdout.write(`Wrong answer to ${name}: ${answer.slice(0, 500)}\n`);
    }
    await unlink(join(folder, name));
    if (!milestones.includes(number + 1)) continue;
    const memory = await way.memory();
    process.stdout.write(`${number + 1} documents: ${words(memory)}, ${wrong} wrong answers\n`);
    if (number + 1 === baseDocuments) base = memory;
    if (base !== undefined && memory.heapUsed > base.heapUsed + allowedGrowthBytes) isFlat = false;
  }
  if (base !== undefined) process.stdout.write(`The heap is ${isFlat ? "" : "not "}flat after ${baseDocuments}.\n`);
  return isFlat && wrong === 0 ? 0 : 1;
}

function words({ heapUsed, rss, external }: Memory): string {
  const [heap, resident, outside] = [heapUsed, rss, external].map((bytes) => (bytes / 1024 / 1024).toFixed(1));
  return `heap ${heap} MB, external ${outside} MB, resident ${resident} MB`;
}
