import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { canRemoveWorkingDirectory, folderWith, runInRemovedFolder } from "../support/folder.ts";
import { program } from "../support/run.ts";

function runInRemoved(args: readonly string[], input = ""): SpawnSyncReturns<string> {
  return runInRemovedFolder({ program, args, input });
}

/** Other systems refuse to remove a folder that is in use. */
describe.skipIf(!canRemoveWorkingDirectory)("in a working directory that was removed", () => {
  test.for([
    ["an absolute path", (root: string) => [join(root, "a.txt")]],
    ["an absolute path below --root", (root: string) => ["--root", root, join(root, "a.txt")]],
    ["a relative path, looked for from --root", (root: string) => ["--root", root, "a.txt"]],
    ["a program that reads the format", (root: string) => ["--handler-command", "txt=cat", join(root, "a.txt")]],
  ] as const)("%s is read", ([, argsOf]) => {
    const { status, stdout, stderr } = runInRemoved(["-q", ...argsOf(folderWith({ "a.txt": "alpha\n" }))]);
    expect([status, stdout, stderr]).toEqual([0, "1\talpha\n", ""]);
  });

  test("a document is read by its process", () => {
    const notebook = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] });
    const path = join(folderWith({ "a.ipynb": notebook }), "a.ipynb");
    expect(runInRemoved(["--json", path])).toMatchObject({ status: 0, stdout: expect.stringContaining('"ok":true') });
  });

  test("info and standard input work", () => {
    const path = join(folderWith({ "a.txt": "alpha\n" }), "a.txt");
    expect(runInRemoved(["info", path])).toMatchObject({ status: 0, stdout: expect.stringContaining("lines") });
    expect(runInRemoved(["-", "-q"], "beta\n")).toMatchObject({ status: 0, stdout: "1\tbeta\n" });
  });

  test("a relative path is an error that says what to do", () => {
    const { status, stdout } = runInRemoved(["--json", "a.txt"]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      error: {
        code: "not-found",
        message: expect.stringContaining("The working directory was removed"),
        hint: "Use absolute paths, or start the reader in a folder that exists.",
      },
    });
  });

  test("a relative --root is a wrong use", () => {
    const { status, stderr } = runInRemoved(["--root", ".", "a.txt"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("Give --root an absolute path")]);
  });

  test("a relative configuration or handler is not looked for elsewhere", () => {
    for (const args of [
      ["--config", "reader.config.json", "/dev/null"],
      ["--handler", "./mine.mjs", "/dev/null"],
    ]) {
      const { status, stderr } = runInRemoved(args);
      expect([status, stderr]).toEqual([2, expect.stringContaining("there is no such file")]);
    }
  });
});

test.skipIf(process.platform === "win32")(
  "a limit of the shell on the size of files leaves no part of an image",
  () => {
    const folder = folderWith();
    const image = join(import.meta.dirname, "../../../../fixtures/image/jpeg-photo-with-exif/input.jpg");
    const script = 'ulimit -f 1; exec "$@"';
    const { status, stderr } = spawnSync(
      "sh",
      ["-c", script, "sh", process.execPath, program, "--save-images", folder, image],
      { encoding: "utf8" },
    );
    expect([status, stderr]).toEqual([1, expect.stringContaining("1 of 1 images could not be saved")]);
    expect(stderr).toContain("ulimit -f");
    expect(readdirSync(folder)).toEqual([]);
  },
);
