import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { BatchError, nodeOutputFiles } from "../src/index.ts";
import { acquireLock, currentOwner, type LockOwner } from "../src/journal/lock.ts";
import { batch, filesOf } from "./support/batch.ts";
import { folderWith } from "./support/folder.ts";
import { memoryOutput } from "./support/memory-output.ts";

/** The number of a process that has ended. */
function deadProcess(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

function ownerOf(facts: Partial<LockOwner>): LockOwner {
  return { pid: process.pid, host: hostname(), at: "2026-01-01T00:00:00.000Z", ...facts };
}

async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  return BatchError.is(error) ? error.code : undefined;
}

describe("the lock of a run", () => {
  test("refuses a second run while the first works", async () => {
    const output = memoryOutput();
    const fileSystem = filesOf({ "a.txt": "one\n" });
    const codes: (string | undefined)[] = [];
    output.before = ({ path }) => {
      if (path === "_run/staged/part-00000.jsonl" && codes.length === 0) {
        codes.push("asked");
        void codeOf(batch({ output, fileSystem })).then((code) => codes.push(code));
      }
      return undefined;
    };
    await batch({ output, fileSystem });
    await expect.poll(() => codes).toEqual(["asked", "locked"]);
  });

  test("is taken over from a process that is gone", async () => {
    const files = nodeOutputFiles(folderWith());
    await acquireLock(files, { owner: ownerOf({ pid: deadProcess() }) });
    const lock = await acquireLock(files);
    expect(await codeOf(acquireLock(files))).toBe("locked");
    await lock.release();
    expect(await currentOwner(files)).toBeUndefined();
    await acquireLock(files);
    expect((await currentOwner(files))?.pid).toBe(process.pid);
  });

  test("is taken over from another process with the same number", async ({ skip }) => {
    if (process.platform !== "linux") skip("only Linux says when a process started");
    const files = nodeOutputFiles(folderWith());
    await acquireLock(files, { owner: ownerOf({ started: "an earlier boot 17" }) });
    await acquireLock(files);
    expect((await currentOwner(files))?.started).not.toBe("an earlier boot 17");
  });

  test("of another machine is taken over if the caller knows that it is gone; one of this machine is not", async () => {
    const files = nodeOutputFiles(folderWith());
    await acquireLock(files, { owner: ownerOf({ host: "elsewhere.example" }) });
    await acquireLock(files, { takesOver: true });
    expect((await currentOwner(files))?.host).toBe(hostname());
    expect(await codeOf(acquireLock(files, { takesOver: true }))).toBe("locked");
  });

  test("of another machine is never taken over otherwise, and says which file to remove", async () => {
    const files = nodeOutputFiles(folderWith());
    await acquireLock(files, { owner: ownerOf({ host: "elsewhere.example" }) });
    const error: unknown = await acquireLock(files).catch((cause: unknown) => cause);
    expect(BatchError.is(error) && error.hint).toContain("remove _run/lock-1");
  });

  test("goes to one of many that want it at once", async () => {
    const output = memoryOutput();
    await acquireLock(output, { owner: ownerOf({ pid: deadProcess() }) });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => acquireLock(output)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("that cannot be read is left alone", async () => {
    const files = nodeOutputFiles(folderWith({ "_run/lock-3": '{"owner":' }));
    expect(await codeOf(acquireLock(files))).toBe("locked");
  });
});
