// The only file that starts the program of a command: to read a document, or to ask for its version.

import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
// oxlint-disable-next-line reader/no-modules -- removes folders when this process exits
import { rmSync } from "node:fs";
// oxlint-disable-next-line reader/no-modules -- writes the file for programs that take no standard input
import { mkdtemp, open, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
// oxlint-disable-next-line reader/no-modules -- kills process groups
import system from "node:process";
import type { Writable } from "node:stream";
import { atExit } from "@reader/isolate/at-exit";
import { environmentIn, workingDirectory } from "../options/environment.ts";
import { type Command, filePlaceholder, wantsFile } from "../options/options.ts";
import { kindOf, placedWord } from "../options/placed-word.ts";

/** Starts a program in a new private folder, which is its working directory and temporary folder. */
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

/** The input of a program. */
interface Input {
  /** A safe name for a temporary file. */
  readonly fileName: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** How a program ended. */
export type Ending =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "signal"; readonly signal: string }
  /** It could not be started. `fileKind` is the kind of file at its path, if it was named by a path. */
  | { readonly kind: "refused"; readonly systemCode: string; readonly fileKind?: ReturnType<typeof kindOf> };

/** A running program. */
export interface Run {
  /** Its working directory. Empty if it could not be started. */
  readonly folder: string;
  readonly output: AsyncIterable<Uint8Array>;
  readonly ended: Promise<Ending>;
  /** Returns the end of standard error, without known local paths. */
  errorTail(): string;
  /** Returns the error while feeding its input, if any. */
  inputFault(): unknown;
  /** Kills it and its children. */
  kill(): void;
  /** Kills it and removes its folder. */
  close(): Promise<void>;
}

/** Node reports some failed starts as events, and throws others. */
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
    // A separate process group, which can be killed as a whole and does not get Ctrl-C from the terminal.
    detached: system.platform !== "win32",
    windowsHide: true,
  });
}

function runIn(
  folder: string,
  child: ChildProcessWithoutNullStreams,
  bytes: AsyncIterable<Uint8Array> | undefined,
): Run {
  const errorTail = createErrorTail([folder, homedir(), workingDirectory()]);
  child.stderr.on("data", (piece: Buffer) => errorTail.add(piece));
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
    errorTail: () => errorTail.text(),
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
      const path = isAbsolute(child.spawnfile) ? { fileKind: kindOf(child.spawnfile) } : {};
      done({ kind: "refused", systemCode: cause.code ?? "UNKNOWN", ...path });
      // If no process was started, the pipes must be closed here.
      child.stdout.destroy();
    });
    child.once("exit", (code, signal) => {
      done(signal === null ? { kind: "exit", code: code ?? 0 } : { kind: "signal", signal });
    });
  });
}

/**
 * Kills the program and its children, which may hold its pipes. Closes the pipes too, because a child may have left the
 * process group.
 */
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
    // The process group has ended already.
  }
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  release(folder);
}

/** Size of the kept standard error, whose end says why a program failed. */
const maxBytes = 2048;

/** Keeps the end of standard error. */
interface ErrorTail {
  add(piece: Uint8Array): void;
  /** Without terminal colours, and with `…` for the dropped start and for each local path. */
  text(): string;
}

/** Collects the end of standard error. `places` are local paths to remove from it. */
function createErrorTail(places: readonly string[]): ErrorTail {
  let kept = new Uint8Array();
  let isCut = false;
  return {
    add(piece) {
      const all = new Uint8Array(kept.length + piece.length);
      all.set(kept);
      all.set(piece, kept.length);
      isCut ||= all.length > maxBytes;
      kept = all.slice(-maxBytes);
    },
    text() {
      const decoded = new TextDecoder().decode(kept).replace(isCut ? /^\uFFFD+/ : "", "");
      const known = places.filter((place) => place.length > 1).toSorted((left, right) => right.length - left.length);
      const plain = known.reduce((text, place) => text.replaceAll(place, "…"), withoutColours(decoded));
      return `${isCut ? "…" : ""}${plain.trim()}`;
    },
  };
}

/** Removes terminal colours. Other control characters are escaped when shown. */
function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex -- ESC starts such a sequence
  return text.replaceAll(/\u001b\[[\d;?]*[ -/]*[@-~]/g, "").replaceAll("\r\n", "\n");
}

/** The function that ends each running program, by its folder. */
const leftovers = new Map<string, () => void>();

let forget: (() => void) | undefined;

/** Ensures that a folder and its program do not outlive this process. May be called again. */
function guard(folder: string, endProgram: () => void = () => undefined): void {
  forget ??= atExit(clearAway);
  leftovers.set(folder, endProgram);
}

/** Forgets a folder that was removed. */
function release(folder: string): void {
  leftovers.delete(folder);
  if (leftovers.size > 0) return;
  forget?.();
  forget = undefined;
}

function clearAway(): void {
  for (const [folder, endProgram] of leftovers) {
    endProgram();
    rmSync(folder, { recursive: true, force: true });
  }
  leftovers.clear();
}

/** Maximum silence of a pipe after its program has ended, before remaining processes are killed. */
const silenceMs = 500;

/**
 * Streams the output of a program. A process that it left running may hold its pipe forever. So when the program has
 * ended and its output is silent, calls `giveUp` and ends the output. A destroyed pipe ends the output too; whoever
 * destroyed it reports why.
 */
async function* patientOutput(
  pipe: AsyncIterable<Uint8Array>,
  ended: Promise<unknown>,
  giveUp: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = pipe[Symbol.asyncIterator]();
  for (;;) {
    const silence = silenceAfter(ended);
    const next = pieces.next().catch(() => undefined);
    const piece = await Promise.race([next, silence.over]);
    silence.clear();
    if (piece === "silent") giveUp();
    if (piece === undefined || piece === "silent" || piece.done === true) return;
    yield piece.value;
  }
}

interface Silence {
  readonly over: Promise<"silent">;
  clear(): void;
}

function silenceAfter(ended: Promise<unknown>): Silence {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isCleared = false;
  const over = ended.then(
    () =>
      new Promise<"silent">((resolve) => {
        if (!isCleared) timer = setTimeout(() => resolve("silent"), silenceMs);
      }),
  );
  return {
    over,
    clear() {
      isCleared = true;
      clearTimeout(timer);
    },
  };
}

/** Creates the run of a program that could not be started. */
function refusedRun(systemCode: string): Run {
  return {
    folder: "",
    output: none(),
    ended: Promise.resolve({ kind: "refused", systemCode }),
    errorTail: () => "",
    inputFault: () => undefined,
    kill: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** Writes the input of a program. A program that stops reading early is not an error. */
async function feed(
  { stdin }: ChildProcessWithoutNullStreams,
  bytes: AsyncIterable<Uint8Array> = none(),
): Promise<void> {
  stdin.on("error", () => undefined);
  for await (const piece of bytes) {
    if (!stdin.writable) return;
    if (!stdin.write(piece)) await drained(stdin);
  }
  stdin.end();
}

/** No bytes. */
async function* none(): AsyncGenerator<Uint8Array> {}

function drained(stdin: Writable): Promise<void> {
  if (stdin.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      stdin.off("drain", done).off("close", done);
      resolve();
    };
    stdin.once("drain", done).once("close", done);
  });
}

/** Maximum time for a version query. */
const versionTimeMs = 1000;
const maxVersionBytes = 64_000;

/**
 * The options to try and the output that they must have. `-v` often means verbose, so its output must call the number a
 * version.
 */
const questions = [
  ["--version", /\d+(?:\.\d+)+[\w.-]*/],
  ["-v", /(?<=version:? v?)\d+(?:\.\d+)+[\w.-]*/i],
] as const;

/**
 * Returns the version that an installed program prints with `--version`, as nearly all do, or with `-v`. Asked after
 * each failure, because the program may have been updated. Returns `undefined` for a script of the user, which may
 * interpret the option in any way, and for a program that fails on it.
 */
export async function askVersion(command: Command): Promise<string | undefined> {
  if (/[\\/]/.test(command.words[0])) return undefined;
  for (const [argument, pattern] of questions) {
    const version = pattern.exec(await ask(command, argument))?.[0];
    if (version !== undefined) return version;
  }
  return undefined;
}

/** Returns the output of a program, or an empty string if it fails. */
function ask({ words: [program], environment }: Command, argument: string): Promise<string> {
  const folder = tmpdir();
  const options = {
    cwd: folder,
    env: environmentIn(folder, environment),
    timeout: versionTimeMs,
    maxBuffer: maxVersionBytes,
    killSignal: "SIGKILL",
    windowsHide: true,
  } as const;
  return new Promise((tell) => {
    const child = execFile(program, [argument], options, (cause, output, errors) => {
      tell(cause === null ? `${output}\n${errors}` : "");
    });
    child.stdin?.on("error", () => undefined).end();
  });
}
