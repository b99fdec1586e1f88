import { describe, expect, test } from "vitest";
import { createReader } from "../../src/reader.ts";
import { memoryFileSystem, type MemoryCallName, type MemoryEntries } from "../files/workspace/memory.ts";
import { expectFailure, expectResult, lineNumbers, numbered } from "./support.ts";

type Setting = Omit<Parameters<typeof memoryFileSystem>[0] & object, "entries">;

function setUp(entries: MemoryEntries, setting: Setting = {}) {
  const files = memoryFileSystem({ workingDirectory: "/w", ...setting, entries });
  return { files, reader: createReader({ fileSystem: files }) };
}

const calls: readonly MemoryCallName[] = ["realPath", "linkStat", "open", "handle.stat", "handle.read"];
const codes = ["EMFILE", "EACCES", "EIO", "ELOOP", "ENAMETOOLONG", "ENOMEM"] as const;

describe("a call that fails", () => {
  test.for(calls.flatMap((name) => codes.map((code) => [name, code] as const)))(
    "%s with %s is a typed failure with a next step, and leaves nothing open",
    async ([name, code]) => {
      const { files, reader } = setUp({ "/w/a.txt": "one\n" }, { failures: [{ name, code, path: "/w/a.txt" }] });
      const { error } = expectFailure(await reader.read("a.txt"));
      expect(error.hint).not.toBe("");
      expect(`${error.message} ${error.hint}`).not.toContain("/w");
      expect(files.openHandles).toBe(0);
    },
  );

  test("in the middle of a file keeps what was read before it", async () => {
    const { files, reader } = setUp(
      { "/w/a.txt": lineNumbers(20_000) },
      {
        before({ name, position = 0 }) {
          if (name === "handle.read" && position > 100_000) throw Object.assign(new Error("EIO"), { code: "EIO" });
        },
      },
    );
    const failure = expectFailure(await reader.read({ path: "a.txt", lines: "1-10,15000-15010" }));
    expect(failure.error).toMatchObject({ code: "handler-failed", details: { systemCode: "EIO" } });
    expect(failure.parts).toMatchObject([{ firstLine: 1, lineCount: 10 }]);
    expect(files.openHandles).toBe(0);
  });
});

describe("a file that changes while it is read", () => {
  const reading = (change: (files: ReturnType<typeof memoryFileSystem>) => void) => {
    let reads = 0;
    return setUp(
      { "/w/a.txt": lineNumbers(30_000) },
      {
        before({ name }, files) {
          if (name === "handle.read" && (reads += 1) === 2) change(files);
        },
      },
    );
  };
  const changeOf = async ({ reader }: ReturnType<typeof reading>) => {
    const result = expectResult(await reader.read({ path: "a.txt", offset: 20_000, limit: 5 }));
    const notice = result.notices.find(({ code }) => code === "changed-while-reading");
    return { result, change: notice !== undefined && "change" in notice ? notice.change : undefined };
  };

  test("by growing is read as it was when it was opened, and said", async () => {
    const { result, change } = await changeOf(reading((files) => files.write("/w/a.txt", lineNumbers(40_000))));
    expect(change).toBe("grew");
    expect(numbered(result)[0]).toEqual([20_000, "line 20000"]);
  });

  test("by being replaced is read to its end from the old file, and said", async () => {
    const { result, change } = await changeOf(reading((files) => files.put("/w/a.txt", "another\n")));
    expect(change).toBe("replaced");
    expect(numbered(result)[0]).toEqual([20_000, "line 20000"]);
  });

  test("by shrinking below what is wanted is an error that names the lines that are left, and the change", async () => {
    const { reader, files } = reading((changing) => changing.write("/w/a.txt", lineNumbers(3)));
    const { error, notices } = expectFailure(await reader.read({ path: "a.txt", offset: 20_000 }));
    expect(error.code).toBe("out-of-range");
    expect(notices).toEqual([{ type: "notice", code: "changed-while-reading", change: "shrank" }]);
    expect(files.openHandles).toBe(0);
  });

  test("by shrinking within the answer gives what is there, and said", async () => {
    let reads = 0;
    const { reader } = setUp(
      { "/w/a.txt": lineNumbers(30_000) },
      {
        before({ name }, files) {
          if (name === "handle.read" && (reads += 1) === 2) files.write("/w/a.txt", lineNumbers(1200));
        },
      },
    );
    const result = expectResult(await reader.read({ path: "a.txt" }));
    expect(numbered(result).at(-1)).toEqual([1200, "line 1200"]);
    expect(result.notices).toContainEqual({ type: "notice", code: "changed-while-reading", change: "shrank" });
  });
});

describe("short reads", () => {
  test("give the same answer as full ones", async () => {
    const content = lineNumbers(3000);
    const { files } = setUp({ "/w/a.txt": content }, { maxReadBytes: 7 });
    // Thousands of reads of 7 bytes take long on a busy machine, which is not what is tested: this clock stands still.
    const reader = createReader({ fileSystem: files, clock: () => 0 });
    const result = expectResult(await reader.read({ path: "a.txt", offset: 2990 }));
    expect(numbered(result)).toHaveLength(11);
  });
});

describe("a huge file", () => {
  const terabyte = 2 ** 40;

  test("of holes behind its first lines is read from its start, and no further than needed", async () => {
    const head = new TextEncoder().encode(lineNumbers(3000));
    const fill = (target: Uint8Array, position: number): void => {
      target.fill(0);
      target.set(head.subarray(position, position + target.length));
    };
    const { files, reader } = setUp({ "/w/a.txt": { kind: "file", content: { size: terabyte, fill } } });
    const result = expectResult(await reader.read({ path: "a.txt", limit: 2000 }));
    expect(numbered(result)).toHaveLength(2000);
    const bytes = files.calls.reduce((sum, call) => sum + (call.name === "handle.read" ? (call.length ?? 0) : 0), 0);
    expect(bytes).toBeLessThan(1_000_000);
  });

  test("whose time is over while it reads from the end is not advised to repeat the request", async () => {
    let now = 0;
    const files = memoryFileSystem({
      workingDirectory: "/w",
      entries: { "/w/a.txt": new TextEncoder().encode(lineNumbers(2_000_000)) },
      before: ({ name }) => void (now += name === "handle.read" ? 2000 : 0),
    });
    const reader = createReader({ fileSystem: files, clock: () => now, budget: { textTimeMs: 5000 } });
    const { error } = expectFailure(await reader.read({ path: "a.txt", offset: -1_900_000 }));
    expect(error).toMatchObject({ code: "timed-out", details: { limit: { name: "textTimeMs", value: 5000 } } });
    expect(error.hint).toContain("positive `offset`");
  });

  test("whose wanted line is too far away ends when its time is over, and goes on from there when asked again", async () => {
    let now = 0;
    const content = new TextEncoder().encode(lineNumbers(2_000_000));
    const files = memoryFileSystem({
      workingDirectory: "/w",
      entries: { "/w/a.txt": content },
      before: ({ name }) => void (now += name === "handle.read" ? 200 : 0),
    });
    const reader = createReader({ fileSystem: files, clock: () => now, budget: { textTimeMs: 10_000 } });
    const request = { path: "a.txt", offset: 1_999_999 };
    const { error } = expectFailure(await reader.read(request));
    expect(error).toMatchObject({ code: "timed-out", details: { limit: { name: "textTimeMs", value: 10_000 } } });
    let outcome = await reader.read(request);
    for (let attempt = 1; !outcome.ok && attempt < 9; attempt += 1) outcome = await reader.read(request);
    expect(numbered(outcome)).toEqual([
      [1_999_999, "line 1999999"],
      [2_000_000, "line 2000000"],
    ]);
  });

  test("that a search cannot go through in time says how far it came, and goes on behind that", async () => {
    let now = 0;
    const files = memoryFileSystem({
      workingDirectory: "/w",
      entries: { "/w/a.txt": new TextEncoder().encode(lineNumbers(800_000)) },
      before: ({ name }) => void (now += name === "handle.read" ? 200 : 0),
    });
    const reader = createReader({ fileSystem: files, clock: () => now, budget: { textTimeMs: 1000 } });
    let result = expectResult(await reader.read({ path: "a.txt", find: "line 799999", context: 0 }));
    expect(result).toMatchObject({ status: "partial", parts: [], stopped: { by: "time", limit: 1000 } });
    const [notice] = result.notices;
    const searched = notice?.code === "no-matches" ? notice.linesSearched : 0;
    expect(searched).toBeGreaterThan(0);
    expect(result.next?.request.offset).toBe(searched + 1);
    for (let more = 0; result.next !== undefined && more < 99; more += 1) {
      const outcome = await reader.read(result.next.request);
      // Where the time is over before the offset is reached, the same request gets nearer to it.
      if (outcome.ok) result = outcome;
      else expect(outcome.error.hint).toContain("same request");
    }
    expect(numbered(result)).toEqual([[799_999, "line 799999"]]);
  });

  test("and is one line that cannot be searched in time is an error, not a search without end", async () => {
    let now = 0;
    const files = memoryFileSystem({
      workingDirectory: "/w",
      entries: { "/w/a.txt": new Uint8Array(9_000_000).fill(0x61) },
      before: ({ name }) => void (now += name === "handle.read" ? 60 : 0),
    });
    const reader = createReader({ fileSystem: files, clock: () => now, budget: { textTimeMs: 3000 } });
    const { error } = expectFailure(await reader.read({ path: "a.txt", find: "b" }));
    expect(error).toMatchObject({ code: "timed-out", details: { line: 1 } });
    expect(error.hint).toMatch(/offset 1, column \d{6,}/);
  });
});
