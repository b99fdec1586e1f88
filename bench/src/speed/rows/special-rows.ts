import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createReader, createSession } from "@reader/core";
import { absoluteTime, workTime } from "../measure.ts";
import { indexWhole, readSome } from "./read-whole.ts";
import type { Row } from "../row.ts";
import type { RowResult } from "../row-result.ts";

/** Rows about what a program that reads all day must not pay for. */
export const specialRows: readonly Row[] = [
  {
    name: "a file, after 1000 reads of a pipe without a writer were refused, ms",
    peer: "absolute",
    programs: ["mkfifo"],
    atMost: 50,
    measure: () => afterPipes(),
  },
  {
    name: "a page that the session has, answered as unchanged, ms",
    peer: "absolute",
    atMost: 5,
    async measure(data) {
      const path = await data.log1Gb();
      const reader = createReader({ roots: [dirname(path)] });
      const session = createSession();
      await reader.read({ path }, { session });
      const again = workTime(async () => {
        const outcome = await reader.read({ path }, { session });
        if (!outcome.ok || outcome.status !== "unchanged") throw new Error("The page was read again.");
      });
      return absoluteTime(again);
    },
  },
  {
    name: "index of lines kept in memory, KB per GB of text",
    peer: "absolute",
    atMost: 64,
    async measure(data) {
      const files = [await data.log100Mb(), await data.log4Gb()] as const;
      const budget = { textTimeMs: 600_000 };
      const reader = createReader({ roots: [dirname(files[0])], budget });
      await indexWhole(reader, files[0]);
      const before = await keptBytes();
      await indexWhole(reader, files[1]);
      const kept = ((await keptBytes()) - before) / 1024;
      // The reader is needed to the end: nothing of it may be collected before.
      await reader.close();
      return { ours: `${kept.toFixed(1)} KB for 4 GB`, theirs: "", value: kept / 4 };
    },
  },
];

/** A read that opens the pipe would wait for ever, and four of them keep every thread that files are read in. */
async function afterPipes(): Promise<RowResult> {
  const folder = mkdtempSync(join(tmpdir(), "pipes-"));
  spawnSync("mkfifo", [join(folder, "pipe")]);
  writeFileSync(join(folder, "file.txt"), "one line\n");
  const reader = createReader({ roots: [folder] });
  const started = performance.now();
  const pipes = await Promise.all(Array.from({ length: 1000 }, () => reader.read({ path: "pipe" })));
  const before = performance.now() - started;
  if (pipes.some(({ ok }) => ok)) throw new Error("A pipe was read.");
  const elapsed = await workTime(() => readSome(reader, { path: "file.txt" }))();
  return { ours: `${elapsed.toFixed(1)} ms (the 1000: ${before.toFixed(0)})`, theirs: "", value: elapsed };
}

/** The index is an array of numbers outside of the heap, which a collection gives back only some time later. */
async function keptBytes(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().arrayBuffers;
}
