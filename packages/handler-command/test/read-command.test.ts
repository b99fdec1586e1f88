import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultBudget } from "@reader/core";
import { renderText } from "@reader/core/render";
import { collect, memorySource, mockContext } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { command } from "../src/index.ts";
import { expectFailure, folderWith, readerOf, textOf } from "./support.ts";

describe("the bytes of a file", () => {
  test("come on standard input, and the output is the text", async () => {
    const root = folderWith({ "a.odd": "one\ntwo\n" });
    const outcome = await readerOf(root, { command: "tr a-z A-Z" }).read("a.odd");
    expect(textOf(outcome)).toBe("ONE\nTWO");
    expect(outcome).toMatchObject({ ok: true, handler: "odd", mediaType: "application/x-odd", notices: [] });
  });

  test("are in a private file if the command has {file}, with the extension of the name", async () => {
    const root = folderWith({ "my file;rm -rf.odd": "x\n" });
    const script = 'echo "$(basename "$1")"; stat -c %a "$1" "$(dirname "$1")"; pwd -P; dirname "$1"; cat "$1"';
    const outcome = await readerOf(root, { command: ["sh", "-c", script, "sh", "{file}"] }).read("my file;rm -rf.odd");
    const [name, fileMode, folderMode, cwd, folder, content] = textOf(outcome).split("\n");
    expect([name, fileMode, folderMode, content]).toEqual(["my_file_rm_-rf.odd", "600", "700", "x"]);
    expect(cwd).toBe(folder);
    expect(existsSync(folder ?? "")).toBe(false);
  });

  test.for([
    ["-rf.odd", "rf.odd"],
    ["..odd", "odd.odd"],
    ["näm\u202ee.odd", "n_m_e.odd"],
    ["a".repeat(200) + ".odd", `${"a".repeat(60)}.odd`],
  ] as const)("of %j lie in a file called %s", async ([name, safe]) => {
    const handler = command({ name: "name", command: ["basename", "{file}"], extensions: ["odd"] });
    const { events } = await collect(handler, new Uint8Array(3), { name });
    expect(events).toMatchObject([{ type: "text", text: `${safe}\n` }]);
  });

  test("need not all be read by the program", async () => {
    const root = folderWith({ "a.odd": "first\n".repeat(500_000) });
    expect(textOf(await readerOf(root, { command: "head -n 1" }).read("a.odd"))).toBe("first");
  });

  test("are rejected above the limit", async () => {
    const root = folderWith({ "a.odd": "0123456789" });
    const reader = readerOf(root, { command: "cat" }, { budget: { maxInputBytes: 5 } });
    const { error } = expectFailure(await reader.read("a.odd"));
    expect(error).toMatchObject({ code: "too-large", details: { limit: { name: "maxInputBytes", actual: 10 } } });
  });

  test("that cannot be read are a failure of the source, not of the program", async () => {
    const source = {
      ...memorySource("a.odd", new Uint8Array(3)),
      async *stream() {
        yield new Uint8Array([65]);
        throw new Error("the disk is gone");
      },
    };
    const handler = command({ name: "cat", command: "cat", extensions: ["odd"] });
    const read = async (): Promise<void> => {
      for await (const event of handler.read(source, mockContext())) expect(event.type).toBe("text");
    };
    await expect(read()).rejects.toThrow("the disk is gone");
  });
});

describe("a program", () => {
  test("runs without a shell: special characters are arguments", async () => {
    const root = folderWith({ "a.odd": "x" });
    const outcome = await readerOf(root, { command: "echo $HOME `id` *.txt > out | cat" }).read("a.odd");
    expect(textOf(outcome)).toBe("$HOME `id` *.txt > out | cat");
  });

  test("that starts with ./ is in the folder of the command", async () => {
    const root = folderWith({
      "a.odd": "x",
      "tools/show.mjs": "process.stdin.on('data', (d) => console.log(`<${d}>`));",
    });
    expect(textOf(await readerOf(root, { command: ["node", "./tools/show.mjs"] }).read("a.odd"))).toBe("<x>");
  });

  test.for(["node show.mjs", "tools/show.sh", "./tools/show.sh"])("%s is found in its folder", async (words) => {
    const show = "process.stdin.on('data', (d) => console.log(`<${d}>`));";
    const root = folderWith({ "a.odd": "x", "show.mjs": show, "tools/show.sh": "#!/bin/sh\nsed 's/.*/<&>/'\n" });
    expect(textOf(await readerOf(root, { command: words }).read("a.odd"))).toBe("<x>");
  });

  test("gets only the necessary environment variables, and those that are set for it", async () => {
    process.env["READER_TEST_SECRET"] = "s3cret";
    const root = folderWith({ "a.odd": "x" });
    const text = textOf(await readerOf(root, { command: "env", environment: { MODE: "fast" } }).read("a.odd"));
    delete process.env["READER_TEST_SECRET"];
    expect(text).toMatch(/^PATH=/m);
    expect(text).toMatch(/^MODE=fast$/m);
    expect(text).not.toContain("s3cret");
  });

  test("leaves nothing in the folder for temporary files, because it has a private one", async () => {
    const root = folderWith({ "a.odd": "x" });
    const folder = textOf(
      await readerOf(root, { command: ["sh", "-c", 'touch "$TMPDIR/left"; echo "$TMPDIR"'] }).read("a.odd"),
    );
    expect(existsSync(folder)).toBe(false);
  });
});

describe("the output of a program", () => {
  test("is UTF-8, whose characters and line ends may be split across writes", async () => {
    const root = folderWith({ "a.odd": "x", "slow.mjs": slowWriter(["61e2", "82", "ac0d", "0a62"]) });
    const handler = command({ name: "slow", command: "node ./slow.mjs", extensions: ["odd"], directory: root });
    const { events } = await collect(handler, new Uint8Array());
    expect(events.map((event) => (event.type === "text" ? event.text : "")).join("")).toBe("a€\r\nb");
    expect(events.map((event) => (event.type === "text" ? event.text : ""))).not.toContain("\r");
  });

  test("has the temporary file without its folder, which differs each time", async () => {
    const root = folderWith({ "a.odd": "x" });
    expect(textOf(await readerOf(root, { command: "echo in {file}:" }).read("a.odd"))).toBe("in a.odd:");
  });

  test("may be UTF-16 with a byte order mark", async () => {
    const root = folderWith({ "a.odd": "x" });
    const outcome = await readerOf(root, { command: ["printf", "\\377\\376h\\000i\\000"] }).read("a.odd");
    expect(textOf(outcome)).toBe("hi");
    expect(outcome.notices).toEqual([]);
  });

  test("ends with the program, even if it left processes running", async () => {
    const root = folderWith({ "a.odd": "x" });
    const outcome = await readerOf(root, { command: ["sh", "-c", "sleep 600 & echo $!"] }).read("a.odd");
    expect(outcome).toMatchObject({ ok: true, status: "complete" });
    expect(await allGone([Number(textOf(outcome))])).toBe(true);
  });

  test("includes the warnings of a successful program", async () => {
    const root = folderWith({ "a.odd": "x" });
    const outcome = await readerOf(root, { command: ["sh", "-c", "echo a; echo 'no font' >&2"] }).read("a.odd");
    expect(outcome.notices).toMatchObject([{ message: 'On standard error the command "odd" said: "no font"' }]);
  });

  test("that is not UTF-8 is reported", async () => {
    const root = folderWith({ "a.odd": "x" });
    const outcome = await readerOf(root, { command: ["printf", "a\\377b\\376"] }).read("a.odd");
    expect(textOf(outcome)).toBe("a\uFFFDb\uFFFD");
    expect(outcome.notices).toEqual([{ type: "notice", code: "replacement-characters", encoding: "utf-8", count: 2 }]);
  });

  test("cannot control a terminal or imitate the reader", async () => {
    const root = folderWith({ "a.odd": "x" });
    const text = renderText(await readerOf(root, { command: ["printf", "\\033[2Ja\\n"] }).read("a.odd"));
    expect(text).toContain("1\t\\x1b[2Ja");
  });

  test("has pages that start with form feeds, as from pdftotext", async () => {
    const root = folderWith({ "a.odd": "x" });
    const command = ["printf", "one\\n\\ftwo\\n\\f\\fno line end\\fthe last\\n\\f"];
    const text = renderText(await readerOf(root, { command }).read("a.odd"));
    expect(text).toBe("1\tone\n[page 2]\n2\ttwo\n[page 4]\n3\tno line end\n[page 5]\n4\tthe last\n");
  });

  test("that is empty is reported, with the end of standard error", async () => {
    const root = folderWith({ "a.odd": "x" });
    const outcome = await readerOf(root, { command: ["sh", "-c", "echo 'no text layer' >&2"] }).read("a.odd");
    const words = 'The command "odd" printed nothing for a.odd. On standard error it said: "no text layer"';
    expect(outcome.notices).toMatchObject([{ message: words }]);
  });

  test("is kept up to the limit, at which the program is killed", async () => {
    const root = folderWith({ "a.odd": "x" });
    const failure = expectFailure(await readerOf(root, { command: "yes line", maxOutputBytes: 50 }).read("a.odd"));
    expect(failure.parts).toMatchObject([{ text: `${"line\n".repeat(10)}`.trimEnd() }]);
    expect(failure.error).toMatchObject({
      code: "too-large",
      details: { limit: { name: "maxOutputBytes", value: 50 } },
    });
  });

  test("without end is paged, and the program ends with the reader", async () => {
    const root = folderWith({ "a.odd": "x" });
    const reader = readerOf(root, { command: ["sh", "-c", "echo $$; exec yes"] });
    const outcome = await reader.read({ path: "a.odd", limit: 2 });
    const pid = Number(textOf(outcome).split("\n")[0]);
    expect(outcome).toMatchObject({ ok: true, status: "partial" });
    expect(isAlive(pid)).toBe(true);
    await reader.close();
    expect(isAlive(pid)).toBe(false);
  });
});

describe("a request for parts", () => {
  test.for([{ pages: "1" }, { select: "A1" }])("%j is rejected, because there are no parts", async (parts) => {
    const root = folderWith({ "a.odd": "x" });
    const { error } = expectFailure(await readerOf(root, { command: "cat" }).read({ path: "a.odd", ...parts }));
    expect(error).toMatchObject({ code: "invalid-request", details: { issues: [{ field: Object.keys(parts)[0] }] } });
  });
});

describe("a program that fails", () => {
  const failing = ["sh", "-c", "echo part; echo 'warming up' >&2; echo 'a.odd:3: no such thing.' >&2; exit 64"];

  test("is reported with its exit code and the end of standard error, and its output is kept", async () => {
    const root = folderWith({ "a.odd": "x" });
    const failure = expectFailure(await readerOf(root, { command: failing, version: "3.1" }).read("a.odd"));
    expect(failure.parts).toMatchObject([{ text: "part" }]);
    expect(failure.error).toMatchObject({
      code: "handler-failed",
      message: 'sh ended with exit code 64 on a.odd: "a.odd:3: no such thing".',
      details: {
        handler: {
          name: "odd",
          version: "3.1",
          said: "warming up\na.odd:3: no such thing.",
          byHand: expect.stringMatching(/^sh -c '.*' < a\.odd$/) as string,
        },
      },
    });
    expect(failure.error.hint).toMatch(/^Run the command by hand/);
  });

  test("is reported to a model with everything needed to fix or replace it", async () => {
    const root = folderWith({ "a.odd": "x" });
    const text = renderText(await readerOf(root, { command: failing, version: "3.1" }).read("a.odd"));
    expect(text).toMatch(/^Handler: odd, version 3\.1$/m);
    expect(text).toContain(String.raw`It said: "warming up\na.odd:3: no such thing."`);
    expect(text).toMatch(/^To see it fail: sh -c .* < a\.odd$/m);
    expect(text).toMatch(/^To replace it: createReader\(.*reader --handler/m);
  });

  test("is reported with its signal if it has no exit code", async () => {
    const root = folderWith({ "a.odd": "x" });
    const { error } = expectFailure(await readerOf(root, { command: ["sh", "-c", "kill -SEGV $$"] }).read("a.odd"));
    expect(error).toMatchObject({ code: "handler-failed", message: "sh was ended by SIGSEGV on a.odd." });
  });

  test("is reported with only the end of long messages, and without local paths", async () => {
    const root = folderWith({ "a.odd": "x" });
    const script = 'yes "complaint" | head -n 9999 >&2; echo "in $TMPDIR/x and $HOME/y" >&2; exit 1';
    const { error } = expectFailure(await readerOf(root, { command: ["sh", "-c", script] }).read("a.odd"));
    const { said = "" } = error.details?.handler ?? {};
    expect(said.length).toBeLessThan(2100);
    expect(said.startsWith("…")).toBe(true);
    expect(said.split("\n").at(-1)).toBe("in …/x and …/y");
  });

  test("is named if it is missing", async () => {
    const root = folderWith({ "a.odd": "x" });
    const { error } = expectFailure(await readerOf(root, { command: "no-such-program-42 {file}" }).read("a.odd"));
    expect(error.code).toBe("handler-failed");
    expect(error.message).toBe('There is no program "no-such-program-42" on this machine, or not on its PATH.');
    expect(error.hint).toMatch(/^Install no-such-program-42/);
  });

  test("is named if it is a file in the folder that is not on the PATH", async () => {
    const root = folderWith({ "a.odd": "x", "convert.sh": "#!/bin/sh\n" });
    const { error } = expectFailure(await readerOf(root, { command: "convert.sh" }).read("a.odd"));
    expect(error).toMatchObject({
      message: 'There is no program "convert.sh" on the PATH of this machine.',
      hint: "There is a file of that name: write ./convert.sh in the command, then read the file again.",
    });
  });

  test("is reported if it is not executable", async () => {
    const root = folderWith({ "a.odd": "x", "tool.txt": "x" });
    const { error } = expectFailure(await readerOf(root, { command: "./tool.txt" }).read("a.odd"));
    expect(error.message).toBe('The program "./tool.txt" could not be started (EACCES).');
    expect(error.hint).toMatch(/^Make \.\/tool\.txt executable/);
  });

  test("is reported if it is a folder, a missing file, or a script with a missing interpreter", async () => {
    const root = folderWith({ "a.odd": "x", "folder/b": "", "tool.sh": "#!/no/such/shell\n" });
    const messageFor = async (words: string): Promise<string> =>
      expectFailure(await readerOf(root, { command: words }).read("a.odd")).error.message;
    expect(await messageFor("./folder")).toMatch(/^"\.\/folder", .* is a folder\.$/);
    expect(await messageFor("./none.sh")).toMatch(/^There is no file "\.\/none\.sh"/);
    expect(await messageFor("./tool.sh")).toMatch(/the interpreter in its first line is missing\.$/);
    expect(await messageFor("tool.sh/x")).toMatch(/could not be started \(ENOTDIR\)\.$/);
  });

  test("is asked for its version if none is set, unless it is a script", async () => {
    const root = folderWith({ "a.odd": "x", "tool.sh": "#!/bin/sh\necho 1.2.3; exit 1\n" });
    const versionOf = async (words: string): Promise<string | undefined> =>
      expectFailure(await readerOf(root, { command: words }).read("a.odd")).error.details?.handler?.version;
    expect(await versionOf("node --no-such-option")).toMatch(/^\d+\.\d+\.\d+/);
    expect(await versionOf("./tool.sh")).toBeUndefined();
  });

  test("runs again with the next read, which works once it is fixed, without a restart", async () => {
    const root = folderWith({ "a.odd": "x\n", "tool.sh": "#!/bin/sh\necho broken >&2; exit 3\n" });
    const reader = readerOf(root, { command: "./tool.sh" });
    expect(expectFailure(await reader.read("a.odd")).error.message).toMatch(/exit code 3 on a\.odd: broken\.$/);
    writeFileSync(join(root, "tool.sh"), "#!/bin/sh\nsed s/x/mended/\n");
    chmodSync(join(root, "tool.sh"), 0o755);
    expect(textOf(await reader.read("a.odd"))).toBe("mended");
  });
});

describe("a program that takes too long", () => {
  // It prints its process id before it waits, and starts another process that would outlive it.
  const waiting = ["sh", "-c", "sleep 600 & echo $$ $!; wait"];

  test("is killed with all processes that it started, and its output is kept", async () => {
    const root = folderWith({ "a.odd": "x" });
    let pids: readonly number[] = [];
    // On a busy machine, a short limit may end before the program starts.
    for (let timeoutMs = 300; pids.length === 0; timeoutMs *= 4) {
      const failure = expectFailure(await readerOf(root, { command: waiting, timeoutMs }).read("a.odd"));
      expect(failure.error).toMatchObject({
        code: "timed-out",
        message: `sh took longer than ${timeoutMs} ms on a.odd.`,
        details: { limit: { name: "timeoutMs", value: timeoutMs }, handler: { name: "odd" } },
      });
      const [part] = failure.parts;
      if (part?.type === "text") pids = part.text.split(" ").map(Number);
    }
    expect(pids).toHaveLength(2);
    expect(await allGone(pids)).toBe(true);
  });

  test("never takes longer than the reader allows for a document", async () => {
    const root = folderWith({ "a.odd": "x" });
    const options = { command: "sleep 600", timeoutMs: 100_000 };
    const reader = readerOf(root, options, { budget: { documentTimeMs: 300 } });
    const { error } = expectFailure(await reader.read("a.odd"));
    expect(error).toMatchObject({
      code: "timed-out",
      details: { handler: { name: "odd", byHand: "sleep 600 < a.odd" } },
    });
  });

  test("has its standard error reported if it prints nothing in the time of a document", async () => {
    const handler = command({
      name: "odd",
      command: ["sh", "-c", "echo 'the lock is held' >&2; sleep 600"],
      extensions: ["odd"],
    });
    const errorWithin = async (documentTimeMs: number): Promise<unknown> => {
      const budget = { ...defaultBudget, documentTimeMs };
      return (await collect(handler, new Uint8Array(1), { name: "a.odd", budget })).error;
    };
    let timeMs = 500;
    let error = await errorWithin(timeMs);
    // On a busy machine, a short limit may end before the program starts.
    while (!String(error).includes("the lock is held")) error = await errorWithin((timeMs *= 4));
    expect(error).toMatchObject({
      code: "timed-out",
      message: `sh has printed nothing for a.odd in the ${timeMs} ms that a document has: the lock is held.`,
      details: { handler: { said: "the lock is held" }, limit: { name: "documentTimeMs", value: timeMs } },
    });
  });

  test.for(["SIGTERM", "SIGHUP", "SIGINT"] as const)(
    "does not outlive a process that is ended by %s",
    async (signal) => {
      const root = folderWith({ "a.odd": "x" });
      const script = new URL("read-for-ever.ts", import.meta.url).pathname;
      const reading = spawn(process.execPath, [script, root], { stdio: ["ignore", "pipe", "inherit"] });
      const [line] = (await once(reading.stdout, "data")) as [Buffer];
      const [pid = "", folder = ""] = line.toString().trim().split(" ");
      reading.kill(signal);
      expect(await once(reading, "exit")).toEqual([null, signal]);
      expect(await allGone([Number(pid)])).toBe(true);
      expect(existsSync(folder)).toBe(false);
    },
  );

  test("is killed with all processes that it started when the caller aborts", async () => {
    const root = folderWith({ "a.odd": "x" });
    const abort = new AbortController();
    const pidFile = join(root, "pids");
    const script = 'sleep 600 & echo "$$ $!" > "$1"; mv "$1" "$1.done"; wait';
    const reader = readerOf(root, { command: ["sh", "-c", script, "sh", pidFile] });
    const reading = reader.read("a.odd", { signal: abort.signal });
    while (!existsSync(`${pidFile}.done`)) await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    expect(expectFailure(await reading).error.code).toBe("aborted");
    expect(await allGone(readFileSync(`${pidFile}.done`, "utf8").split(" ").map(Number))).toBe(true);
  });
});

const hasPandoc = spawnSync("pandoc", ["--version"]).status === 0;

test.skipIf(!hasPandoc)("pandoc reads an Org file as Markdown (skipped without pandoc)", async () => {
  const root = folderWith({ "notes.org": "* Plan\n\nBuy /milk/ and *bread*.\n" });
  const handler = { name: "pandoc", extensions: ["org"], command: "pandoc --sandbox -f org -t gfm --wrap=none" };
  expect(textOf(await readerOf(root, handler).read("notes.org"))).toBe("# Plan\n\nBuy *milk* and **bread**.");
});

/** Returns a program that writes these chunks one by one. */
function slowWriter(pieces: readonly string[]): string {
  return `for (const piece of ${JSON.stringify(pieces)}) {
  await new Promise((resolve) => process.stdout.write(Buffer.from(piece, "hex"), resolve));
  await new Promise((resolve) => setTimeout(resolve, 5));
}`;
}

/** True if a process runs. A zombie does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).startsWith("Z");
  } catch {
    return false;
  }
}

/** Waits until a killed process has ended. */
async function allGone(pids: readonly number[]): Promise<boolean> {
  for (let looks = 0; looks < 1000 && pids.some(isAlive); looks += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  return !pids.some(isAlive);
}
