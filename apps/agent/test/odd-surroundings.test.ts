import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
  canRemoveWorkingDirectory,
  folderWith,
  hasFullDevice,
  runInRemovedFolder,
  runWithClosedOutput,
  runWithFullOutput,
} from "./support/program.ts";

/** The compiled program, which `pnpm test` has made before. */
const program = fileURLToPath(new URL("../dist/main.js", import.meta.url));
if (!existsSync(program)) throw new Error("The program is not built: run tsc -b first.");

const oneQuestion = ["-q", "Can it happen again?"];

/** Nothing listens at this port, so a model that is found there is never asked. */
const absentModel = ["--model", "ollama:x", "--base-url", "http://127.0.0.1:1/v1", "-q", "x"];

describe.each([
  ["an answer", oneQuestion],
  ["an answer as JSON", [...oneQuestion, "--json"]],
  ["the help", ["--help"]],
])("%s", (_, args) => {
  test.skipIf(!hasFullDevice)("on a full disk ends with 1 and says that it is incomplete", () => {
    const { status, signal, stderr } = runWithFullOutput({ program, args });
    expect([status, signal, stderr]).toEqual([
      1,
      null,
      "The output could not be written (ENOSPC). It is incomplete.\n",
    ]);
  });

  test.skipIf(process.platform === "win32")("into a pipe that was closed ends quietly", () => {
    const { status, signal, stderr } = runWithClosedOutput({ program, args });
    expect([status, signal, stderr]).toEqual([0, null, ""]);
  });
});

/** Other systems refuse to remove a folder that is in use. */
describe.skipIf(!canRemoveWorkingDirectory)("in a working directory that was removed", () => {
  test("the script answers from its own files", () => {
    const { status, stdout, stderr } = runInRemovedFolder({ program, args: oneQuestion });
    expect([status, stdout, stderr]).toEqual([0, expect.stringContaining("OPS-311"), ""]);
  });

  test("an absolute folder is opened, and its model is asked", () => {
    const folder = folderWith({ "a.txt": "alpha\n" });
    const { status, stdout, stderr } = runInRemovedFolder({ program, args: [...absentModel, folder] });
    expect([status, stdout, stderr]).toEqual([1, expect.stringContaining("There is no response from"), ""]);
    expect(stdout).toContain(folder);
  });

  test.for([["a relative folder", "."], ["no folder, which means the working directory"]])(
    "%s is a wrong call",
    ([, ...folders]) => {
      const { status, stdout, stderr } = runInRemovedFolder({ program, args: [...absentModel, ...folders] });
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toBe(
        'The working directory was removed, so the folder "." cannot be found.\n' +
          "Give absolute paths, or change to a folder that exists.\n",
      );
    },
  );

  test.for([
    ["--config", "reader.config.json"],
    ["--handler", "./mine.mjs"],
  ])("a relative %s is not looked for elsewhere", (option) => {
    const { status, stderr } = runInRemovedFolder({ program, args: [...absentModel, ...option, folderWith()] });
    expect([status, stderr]).toEqual([2, expect.stringContaining("there is no such file")]);
  });
});
