import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { closeSync, constants, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { folderWith } from "./folder-with.ts";

/** A program of Node and what it is given. */
export interface ProgramCall {
  /** The path of its main file. */
  readonly program: string;
  readonly args: readonly string[];
  /** All of standard input; empty if not given. */
  readonly input?: string;
}

/** True if the system has a device that is always full. */
export const hasFullDevice: boolean = existsSync("/dev/full");

/** True if the working directory of a process can be removed; only Linux allows it. */
export const canRemoveWorkingDirectory: boolean = process.platform === "linux";

/** Runs a program with standard output on a full disk. Only where `hasFullDevice` is true. */
export function runWithFullOutput(call: ProgramCall): SpawnSyncReturns<string> {
  return runWithOutput(openSync("/dev/full", "w"), call);
}

/** Runs a program with a pipe as standard output that has no reader any more. Not on Windows. */
export function runWithClosedOutput(call: ProgramCall): SpawnSyncReturns<string> {
  const path = join(folderWith(), "pipe");
  if (spawnSync("mkfifo", [path]).status !== 0) throw new Error("A named pipe could not be made.");
  // A pipe can be opened for writing as soon as it has a reader, which then leaves.
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, "w");
  closeSync(reader);
  return runWithOutput(writer, call);
}

/** Runs a program with an open file as standard output, and closes that. */
function runWithOutput(descriptor: number, { program, args, input = "" }: ProgramCall): SpawnSyncReturns<string> {
  try {
    return spawnSync(process.execPath, [program, ...args], {
      input,
      stdio: ["pipe", descriptor, "pipe"],
      encoding: "utf8",
      env: environment(),
    });
  } finally {
    closeSync(descriptor);
  }
}

/** Runs a program in a folder that was removed after it was entered. Only where `canRemoveWorkingDirectory` is true. */
export function runInRemovedFolder({ program, args, input = "" }: ProgramCall): SpawnSyncReturns<string> {
  const here = join(folderWith({ "here/x": "" }), "here");
  const script = 'cd "$1" && rm x && rmdir "$1" && shift && exec "$@"';
  return spawnSync("sh", ["-c", script, "sh", here, process.execPath, program, ...args], {
    input,
    encoding: "utf8",
    env: environment(),
  });
}

/** Without settings of the person who runs the tests. */
function environment(): NodeJS.ProcessEnv {
  const { PATH = "", TMPDIR } = process.env;
  return { PATH, HOME: folderWith(), ...(TMPDIR === undefined ? {} : { TMPDIR }) };
}
