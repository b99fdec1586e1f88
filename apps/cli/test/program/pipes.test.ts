import { spawn, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderWith, hasFullDevice, numberedLines, runWithClosedOutput, runWithFullOutput } from "../support/folder.ts";
import { finish, program, run, start } from "../support/run.ts";

/** Larger than any pipe's buffer, so that a writer waits for its reader. */
const large = numberedLines(200_000);

describe("standard input", () => {
  test("is read to its end where that is needed", async () => {
    expect(await run(["-", "--offset", "-1", "-q"], { input: large })).toMatchObject({
      code: 0,
      stdout: "200000\tline 200000\n",
      stderr: "",
    });
  });

  test("is no further read than an answer needs, and its writer is stopped", async () => {
    const child = start(["-", "--limit", "1", "-q"]);
    const stopped = new Promise<NodeJS.ErrnoException>((resolve) => child.stdin.on("error", resolve));
    const finished = finish(child);
    const write = (): void => {
      if (child.stdin.writable) child.stdin.write(large, () => write());
    };
    write();
    expect(await finished).toMatchObject({ code: 0, stdout: "1\tline 1\n" });
    expect((await stopped).code).toMatch(/EPIPE|ECONNRESET/);
  });

  test("redirected from a file is read where it lies, from where it stands", () => {
    const path = join(folderWith({ "x.log": numberedLines(50) }), "x.log");
    const descriptor = openSync(path, "r");
    const options = { stdio: [descriptor, "pipe", "pipe"] as const, encoding: "utf8" as const };
    const whole = spawnSync(process.execPath, [program, "-", "--offset", "-1", "-q"], {
      ...options,
      stdio: [...options.stdio],
    });
    expect(whole.stdout).toBe("50\tline 50\n");
    readSync(descriptor, new Uint8Array(7));
    const rest = spawnSync(process.execPath, [program, "-", "--limit", "1", "-q"], {
      ...options,
      stdio: [...options.stdio],
    });
    expect(rest.stdout).toBe("1\tline 2\n");
    closeSync(descriptor);
  });

  test.skipIf(process.platform === "win32")("that is a folder is refused", () => {
    const descriptor = openSync(folderWith(), "r");
    const { status, stderr } = spawnSync(process.execPath, [program, "-"], { stdio: [descriptor, "pipe", "pipe"] });
    closeSync(descriptor);
    expect([status, stderr.toString()]).toEqual([1, expect.stringContaining("Standard input is a folder.")]);
  });

  test("leaves no temporary file behind", async () => {
    const folder = folderWith();
    const input = numberedLines(500_000);
    expect(input.length).toBeGreaterThan(4 * 1024 * 1024);
    const env = { TMPDIR: folder };
    const argv = ["-", "--offset", "500000", "-q"];
    expect(await run(argv, { input, env })).toMatchObject({ stdout: "500000\tline 500000\n" });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a reader of the output that goes away", () => {
  test("ends the program quietly", async () => {
    const cwd = folderWith({ "x.log": large });
    const child = start(["x.log", "--max-bytes", "10000000"], { cwd });
    const finished = finish(child);
    child.stdout.once("data", () => child.stdout.destroy());
    expect(await finished).toMatchObject({ code: 0, signal: null, stderr: "" });
  });

  test.skipIf(process.platform === "win32")("before anything was written does, too", () => {
    const path = join(folderWith({ "a.txt": "a\n" }), "a.txt");
    const { status, stderr } = runWithClosedOutput({ program, args: [path] });
    expect([status, stderr]).toEqual([0, ""]);
  });

  test.skipIf(!hasFullDevice)("a full disk is told, not a bug", () => {
    const path = join(folderWith({ "a.txt": "a\n" }), "a.txt");
    const { status, stderr } = runWithFullOutput({ program, args: [path] });
    expect([status, stderr]).toEqual([
      1,
      "reader: The answer could not be written: there is no space left.\n  It is incomplete. Free some space, or send the output somewhere else.\n",
    ]);
  });

  test("one that does not keep up with a descriptor that never waits gets everything, too", async () => {
    const patch = [
      "const fs = process.getBuiltinModule('node:fs');",
      "const { writeSync } = fs;",
      "let calls = 0;",
      "fs.writeSync = (descriptor, bytes, start, length) => {",
      "  calls += 1;",
      "  if (calls > 1) throw Object.assign(new Error('write EAGAIN'), { code: 'EAGAIN' });",
      "  return writeSync(descriptor, bytes, start, Math.min(3, length));",
      "};",
    ].join("\n");
    const cwd = folderWith({ "x.txt": "é – 👍\n".repeat(50_000) });
    const { code, stdout } = await run(["x.txt", "--max-bytes", "10000000", "--gutter", "none"], {
      cwd,
      nodeOptions: ["--import", `data:text/javascript,${encodeURIComponent(patch)}`],
    });
    expect([code, stdout === "é – 👍\n".repeat(50_000)]).toEqual([0, true]);
  });

  test.for([
    ["ENOSPC", "there is no space left"],
    ["EIO", "the device reported an error"],
    ["EBADF", "write EBADF"],
  ] as const)("%s of the output is told as its own fault", async ([errorCode, words]) => {
    const patch = [
      "const fs = process.getBuiltinModule('node:fs');",
      "const { writeSync } = fs;",
      "fs.writeSync = (descriptor, ...rest) => {",
      "  if (descriptor !== 1) return writeSync(descriptor, ...rest);",
      `  throw Object.assign(new Error("write ${errorCode}"), { code: "${errorCode}", syscall: "write" });`,
      "};",
    ].join("\n");
    const { code, stderr } = await run(["x.txt"], {
      cwd: folderWith({ "x.txt": "x\n" }),
      nodeOptions: ["--import", `data:text/javascript,${encodeURIComponent(patch)}`],
    });
    expect([code, stderr.split("\n")[0]]).toEqual([1, `reader: The answer could not be written: ${words}.`]);
  });

  test("one that is slow gets everything", async () => {
    const cwd = folderWith({ "x.log": large });
    const argv = ["x.log", "--max-bytes", "100000000", "--gutter", "none"];
    const child = spawn(process.execPath, [program, ...argv], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let length = 0;
    for await (const piece of child.stdout) length += String(piece).length;
    expect(length).toBe(large.length);
  });
});

describe("an interrupt", () => {
  /** Standard input has been read from when more of it was taken than the pipe holds. */
  async function interruptWhenReading(argv: readonly string[]): Promise<Awaited<ReturnType<typeof finish>>> {
    const child = start(argv);
    child.stdin.on("error", () => undefined);
    child.stdin.write(large, () => child.kill("SIGINT"));
    return finish(child);
  }

  test.skipIf(process.platform === "win32")("ends a read with 130", async () => {
    expect(await interruptWhenReading(["-", "--offset", "-1"])).toEqual({
      code: 130,
      signal: null,
      stdout: "",
      stderr: "reader: Interrupted.\n",
    });
  });

  test.skipIf(process.platform === "win32")("leaves whole JSON, and stops before the next path", async () => {
    const { code, stdout, stderr } = await interruptWhenReading(["--json", "-", "other.txt", "--offset", "-1"]);
    expect([code, stderr]).toEqual([130, ""]);
    expect(JSON.parse(stdout)).toMatchObject([{ ok: false, error: { code: "aborted" } }]);
  });
});

test.skipIf(process.platform === "win32")(
  "a pipe with a name is refused at once, and nothing waits for its other end",
  async () => {
    const cwd = folderWith();
    mkdirSync(join(cwd, "d"));
    expect(spawnSync("mkfifo", [join(cwd, "fifo")]).status).toBe(0);
    expect(await run(["fifo"], { cwd })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("is a named pipe"),
    });
  },
);
