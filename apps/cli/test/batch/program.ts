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
  /**
   * `children`: a process of a handler is killed each time. One document is read at a time: others would be read without kills
   * while one waits for its next process, and none may lose two.
   */
  readonly victim: "self" | "children";
}

const { source, out, killAt, victim } = JSON.parse(process.argv[2] ?? "") as KillArguments;

let lines = 0;
let kills = 0;

/** Kills this process after half of the bytes, or one of its children after all of them. */
function killing(file: AppendFile): AppendFile {
  return {
    get size() {
      return file.size;
    },
    async append(bytes) {
      lines += new TextDecoder().decode(bytes).split("\n").length - 1;
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

function killChild(): void {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(" ");
  const child = Number(children[kills % children.length]);
  if (child === 0) return;
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
  concurrency: victim === "children" ? 1 : 2,
});
process.stdout.write(`${JSON.stringify({ ...summary, kills })}\n`);
await isolation.close();
