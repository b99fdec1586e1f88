import { describe, expect, test } from "vitest";
import { createReader, type Reader } from "../../src/reader.ts";
import type { DirectoryHandle, FileHandle, FileSystem } from "../../src/files/file-system.ts";
import { memoryFileSystem } from "../files/workspace/memory.ts";

const calls = ["realPath", "linkStat", "open", "stat", "read"] as const;
const directoryCalls = ["openDirectory", "list", "readLink"] as const;

/** A promise that is pending until the test lets it go on. */
function hanging(): { readonly promise: Promise<void>; readonly answer: () => void } {
  let answer = (): void => undefined;
  const promise = new Promise<void>((resolve) => (answer = resolve));
  return { promise, answer };
}

/** A drive on which one kind of call does not answer, for everything below `/w/sub`. */
function stuckDrive(stuck: string) {
  const files = memoryFileSystem({
    workingDirectory: "/w",
    entries: {
      "/w/a.txt": "alpha",
      "/w/sub/b.txt": "beta",
      "/w/sub/link": { kind: "symlink", target: "b.txt" },
    },
  });
  const { promise, answer } = hanging();
  const wait = async <Value>(name: string, path: string, call: () => Promise<Value>): Promise<Value> => {
    if (name === stuck && path.startsWith("/w/sub")) await promise;
    return call();
  };
  const fileSystem: FileSystem = {
    ...files,
    realPath: (path) => wait("realPath", path, () => files.realPath(path)),
    linkStat: (path) => wait("linkStat", path, () => files.linkStat(path)),
    open: (path) => wait("open", path, async () => stuckFile(await files.open(path), path)),
    openDirectory: (path) =>
      wait("openDirectory", path, async () => stuckFolder(await files.openDirectory(path), path)),
  };
  const stuckFile = (handle: FileHandle, path: string): FileHandle => ({
    ...handle,
    stat: () => wait("stat", path, () => handle.stat()),
    read: (target, position) => wait("read", path, () => handle.read(target, position)),
  });
  const stuckFolder = (handle: DirectoryHandle, path: string): DirectoryHandle => ({
    ...handle,
    readLink: (name) => wait("readLink", path, () => handle.readLink(name)),
    async *list() {
      await wait("list", path, () => Promise.resolve());
      yield* handle.list();
    },
  });
  return { files, fileSystem, answer };
}

const ways: Readonly<Record<string, (reader: Reader, signal?: AbortSignal) => Promise<unknown>>> = {
  read: (reader, signal) => reader.read("sub/b.txt", signal === undefined ? {} : { signal }),
  info: (reader, signal) => reader.info("sub/b.txt", signal === undefined ? {} : { signal }),
  bytes: (reader, signal) => reader.bytes("sub/b.txt", signal === undefined ? {} : { signal }),
};
const directoryWays: typeof ways = {
  "read of a folder": (reader, signal) => reader.read("sub", signal === undefined ? {} : { signal }),
  list: (reader, signal) => reader.list("sub", signal === undefined ? {} : { signal }),
};

const cases = [
  ...calls.flatMap((stuck) => Object.entries(ways).map(([way, ask]) => ({ stuck, way, ask }))),
  ...directoryCalls.flatMap((stuck) =>
    Object.entries(directoryWays)
      .filter(([way]) => stuck !== "readLink" || way !== "list")
      .map(([way, ask]) => ({ stuck, way, ask })),
  ),
];

describe("a drive that does not answer", () => {
  test.for(cases)("ends $way with `timed-out` ($stuck), and nothing stays open", async ({ stuck, ask }) => {
    const { files, fileSystem, answer } = stuckDrive(stuck);
    const reader = createReader({ fileSystem, budget: { textTimeMs: 30, documentTimeMs: 30 } });
    // A link whose text does not come is listed without it, or not at all.
    const expected = stuck === "readLink" ? {} : { ok: false, error: { code: "timed-out" } };
    expect(await ask(reader)).toMatchObject(expected);
    // With the usual time, because this machine may be busy.
    expect(await createReader({ fileSystem }).read("a.txt")).toMatchObject({ ok: true });
    answer();
    await drained();
    expect(files.openHandles).toBe(0);
  });

  test.for(cases)("lets the caller of $way give up ($stuck)", async ({ stuck, ask }) => {
    const { files, fileSystem, answer } = stuckDrive(stuck);
    const reader = createReader({ fileSystem });
    const abort = new AbortController();
    const asked = ask(reader, abort.signal);
    await drained();
    abort.abort();
    const expected = stuck === "readLink" ? {} : { ok: false, error: { code: "aborted" } };
    expect(await asked).toMatchObject(expected);
    answer();
    await drained();
    expect(files.openHandles).toBe(0);
  });

  test("ends a thousand reads at once, and the next one is answered", async () => {
    const { files, fileSystem, answer } = stuckDrive("open");
    const reader = createReader({ fileSystem, budget: { textTimeMs: 30, documentTimeMs: 30 } });
    const outcomes = await Promise.all(Array.from({ length: 1000 }, () => reader.read("sub/b.txt")));
    expect(new Set(outcomes.map((outcome) => (outcome.ok ? "ok" : outcome.error.code)))).toEqual(
      new Set(["timed-out"]),
    );
    expect(await createReader({ fileSystem }).read("a.txt")).toMatchObject({ ok: true });
    answer();
    await drained();
    expect(files.openHandles).toBe(0);
  });

  test("does not let the call of one caller end that of another", async () => {
    const files = memoryFileSystem({ workingDirectory: "/w", entries: { "/w/a.txt": "alpha" } });
    const { promise, answer } = hanging();
    let isFirst = true;
    const fileSystem: FileSystem = {
      ...files,
      async realPath(path) {
        if (isFirst) {
          isFirst = false;
          await promise;
        }
        return files.realPath(path);
      },
    };
    const reader = createReader({ fileSystem });
    const abort = new AbortController();
    const first = reader.read("a.txt", { signal: abort.signal });
    const second = reader.read("a.txt");
    await drained();
    abort.abort();
    expect(await first).toMatchObject({ ok: false, error: { code: "aborted" } });
    expect(await second).toMatchObject({ ok: true });
    answer();
  });
});

/** Until everything that is ready to run has run. */
function drained(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
