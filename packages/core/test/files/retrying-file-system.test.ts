import { memoryFileSystem, type MemoryFileSystem } from "./workspace/memory.ts";
import { describe, expect, test } from "vitest";
import { retryingFileSystem } from "../../src/files/descriptor-limits.ts";

const entries = { "/a": "a", "/b": "b", "/folder/c": "c" };
const shortage = (code: string): Error => Object.assign(new Error(code), { code });
const nothing = async (): Promise<boolean> => false;

/** A file system in which only one file can be open. */
function narrowFileSystem(): MemoryFileSystem {
  const files: MemoryFileSystem = memoryFileSystem({
    entries,
    before({ name }) {
      if ((name === "open" || name === "openDirectory") && files.openHandles > 0) throw shortage("EMFILE");
    },
  });
  return files;
}

describe("a patient file system", () => {
  test("waits for a file that is open to be closed", async () => {
    const narrow = narrowFileSystem();
    const files = retryingFileSystem(narrow, nothing);
    const first = await files.open("/a");
    const second = files.open("/b");
    await first.close();
    const opened = await second;
    const folder = files.openDirectory("/folder");
    await opened.close();
    await (await folder).close();
    expect(narrow.openHandles).toBe(0);
  });

  test.for(["EMFILE", "ENFILE"])("fails at once with %s if no file is open and nothing can be freed", async (code) => {
    let opens = 0;
    const files = memoryFileSystem({ entries });
    files.fail({ name: "open", code });
    const patient = retryingFileSystem(files, async () => ((opens += 1), false));
    await expect(patient.open("/a")).rejects.toMatchObject({ code });
    expect(opens).toBe(1);
  });

  test("frees what makes later reads quicker, and tries again", async () => {
    let isFreed = false;
    const files = memoryFileSystem({
      entries,
      before({ name }) {
        if (name === "open" && !isFreed) throw shortage("EMFILE");
      },
    });
    const free = async (): Promise<boolean> => {
      const hadSomething = !isFreed;
      isFreed = true;
      return hadSomething;
    };
    const handle = await retryingFileSystem(files, free).open("/a");
    await handle.close();
    expect(files.openHandles).toBe(0);
  });

  test("passes on every other failure without waiting", async () => {
    const files = memoryFileSystem({ entries });
    const patient = retryingFileSystem(files, () => Promise.reject(new Error("asked for nothing")));
    await expect(patient.open("/absent")).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("is the file system that it is made of", async () => {
    const files = memoryFileSystem({ entries });
    const patient = retryingFileSystem(files, nothing);
    expect(patient.workingDirectory).toBe(files.workingDirectory);
    expect(patient.homeDirectory).toBe(files.homeDirectory);
    expect(await patient.realPath("/a")).toBe("/a");
    expect(await patient.stat("/a")).toEqual(await files.stat("/a"));
    expect(await patient.linkStat("/a")).toEqual(await files.linkStat("/a"));
  });
});
