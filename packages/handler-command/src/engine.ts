// The only file that starts what reads a document: a program is what this handler stands on.
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
// oxlint-disable-next-line reader/no-modules -- the bytes of a file, for programs that take no standard input
import { mkdtemp, open, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
// oxlint-disable-next-line reader/no-modules -- groups of processes are ended by their number, and Windows has none
import system from "node:process";
import { environmentIn } from "./environment.ts";
import { createLastWords } from "./last-words.ts";
import { guard, release } from "./leftovers.ts";
import { filePlaceholder, wantsFile, type Command } from "./options.ts";
import { patientOutput } from "./patient-output.ts";
import { kindOf, placedWord } from "./placed-word.ts";
import { feed } from "./feed-program.ts";
import { workingDirectory } from "./working-directory.ts";
import { refusedRun, type Input, type Ending, type Run } from "./run.ts";

/** Starts a program in a new folder that only this user may enter, which is also its working and temporary directory. */
export async function startRun(command: Command, input: Input): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), "reader-command-"));
  guard(folder);
  try {
    const file = join(folder, input.fileName);
    if (wantsFile(command)) await writePrivately(file, input.bytes);
    return runIn(folder, startProgram(command, folder, file), wantsFile(command) ? undefined : input.bytes);
  } catch (cause) {
    await removeFolder(folder);
    if (isRefusal(cause)) return refusedRun(cause.code);
    throw cause;
  }
}

/** Node tells some refusals of the system as events, and throws the others. */
function isRefusal(cause: unknown): cause is { readonly code: string } {
  if (!(cause instanceof Error) || !("syscall" in cause) || !("code" in cause)) return false;
  return String(cause.syscall).startsWith("spawn") && typeof cause.code === "string";
}

async function writePrivately(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

function startProgram(command: Command, folder: string, file: string): ChildProcessWithoutNullStreams {
  const [program = "", ...rest] = command.words.map((word, at) =>
    (placedWord(command, at) ?? word).replaceAll(filePlaceholder, file),
  );
  return spawn(program, rest, {
    cwd: folder,
    env: environmentIn(folder, command.environment),
    stdio: ["pipe", "pipe", "pipe"],
    // A group of its own, which can be ended as a whole and which Ctrl-C in a terminal does not reach.
    detached: system.platform !== "win32",
    windowsHide: true,
  });
}

function runIn(
  folder: string,
  child: ChildProcessWithoutNullStreams,
  bytes: AsyncIterable<Uint8Array> | undefined,
): Run {
  const lastWords = createLastWords([folder, homedir(), workingDirectory()]);
  child.stderr.on("data", (piece: Buffer) => lastWords.add(piece));
  child.stderr.on("error", () => undefined);
  let inputFault: unknown;
  const fed = feed(child, bytes).catch((cause: unknown) => {
    inputFault = cause;
    kill(child);
  });
  const ended = endingOf(child);
  guard(folder, () => killGroup(child));
  return {
    folder,
    output: patientOutput(child.stdout, ended, () => kill(child)),
    ended,
    lastWords: () => lastWords.text(),
    inputFault: () => inputFault,
    kill: () => kill(child),
    async close() {
      kill(child);
      await Promise.all([fed, ended]);
      await removeFolder(folder);
    },
  };
}

function endingOf(child: ChildProcessWithoutNullStreams): Promise<Ending> {
  return new Promise((done) => {
    child.once("error", (cause: NodeJS.ErrnoException) => {
      const path = isAbsolute(child.spawnfile) ? { lies: kindOf(child.spawnfile) } : {};
      done({ kind: "refused", systemCode: cause.code ?? "UNKNOWN", ...path });
      // Where nothing was started, nothing closes the pipes either.
      child.stdout.destroy();
    });
    child.once("exit", (code, signal) => {
      done(signal === null ? { kind: "exit", code: code ?? 0 } : { kind: "signal", signal });
    });
  });
}

/** The program and what it has started, which may hold its pipes; the pipes too, because something may have left its group. */
function kill(child: ChildProcessWithoutNullStreams): void {
  killGroup(child);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
}

function killGroup(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined) return;
  try {
    if (system.platform === "win32") child.kill("SIGKILL");
    else system.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended, and everything that it started.
  }
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  release(folder);
}
