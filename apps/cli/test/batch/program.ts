// Runs a batch in a process of its own, which kills itself or one of its children at a given line of the journal. The tests
// start it with `node`; it runs the built packages, as users do.
import { readFileSync } from "node:fs";
import { type AppendFile, folderSource, nodeOutputFiles, type OutputFiles, runBatch } from "@reader/batch";
import { nodeFileSystem } from "@reader/core";
import { isolatedHandlers } from "@reader/handlers";

/** The arguments of this program, as JSON. */
export interface KillArguments {
  readonly source: string;
  readonly out: string;
  /** The number of lines in the journal after which `victim` is killed; 0 for never. */
  readonly killAt: number;
  /** `children`: a process of a handler is killed each time, unless a document under way has lost one before. */
  readonly victim: "self" | "children";
}

const { source, out, killAt, victim } = JSON.parse(process.argv[2] ?? "") as KillArguments;

let lines = 0;
let kills = 0;
const underWay = new Set<number>();
const wasHit = new Set<number>();

/** Kills this process after half of the bytes, or one of its children after all of them. */
function killing(file: AppendFile): AppendFile {
  return {
    get size() {
      return file.size;
    },
    async append(bytes) {
      follow(new TextDecoder().decode(bytes));
      const isDue = killAt > 0 && lines >= killAt;
      if (isDue && victim === "self") {
        await file.append(bytes.subarray(0, bytes.length / 2));
        process.kill(process.pid, "SIGKILL");
      }
      await file.append(bytes);
      if (isDue && victim === "children") killChild();
    },
    sync: () => file.sync(),
    close: () => file.close(),
  };
}

/** Follows which documents are under way. */
function follow(text: string): void {
  for (const line of text.split("\n").slice(0, -1)) {
    lines += 1;
    const record = JSON.parse(line) as { type: string; indexes?: readonly number[]; index?: number };
    if (record.type === "begin") for (const index of record.indexes ?? []) underWay.add(index);
    if (record.type === "done") underWay.delete(record.index ?? -1);
  }
}

function killChild(): void {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(" ");
  const child = Number(children[kills % children.length]);
  if (child === 0 || [...underWay].some((index) => wasHit.has(index))) return;
  for (const index of underWay) wasHit.add(index);
  process.kill(child, "SIGKILL");
  kills += 1;
  lines = 0;
}

const files = nodeOutputFiles(out);
const output: OutputFiles = {
  ...files,
  append: async (path, size) => {
    const file = await files.append(path, size);
    return path === "_run/journal.jsonl" ? killing(file) : file;
  },
};
const fileSystem = nodeFileSystem();
const isolation = isolatedHandlers();
const summary = await runBatch({
  sources: [folderSource(source, { fileSystem })],
  output,
  fileSystem,
  reader: { handlers: isolation.handlers, budget: { documentTimeMs: 600_000 } },
  concurrency: 2,
});
process.stdout.write(`${JSON.stringify({ ...summary, kills })}\n`);
await isolation.close();
