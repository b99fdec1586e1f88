// The only file that starts the program that reads a document.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
// oxlint-disable-next-line reader/no-modules -- removes folders when this process exits
import { rmSync } from "node:fs";
// oxlint-disable-next-line reader/no-modules -- writes the file for programs that take no standard input
import { mkdtemp, open, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
// oxlint-disable-next-line reader/no-modules -- kills process groups, and handles the exit of this process
import system from "node:process";
import { environmentIn, workingDirectory } from "../options/environment.ts";
import { type Command, filePlaceholder, wantsFile } from "../options/options.ts";
import { kindOf, placedWord } from "../options/placed-word.ts";
import { type Ending, feed, type Input, refusedRun, type Run } from "./run.ts";

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

/** Bytes of error output that are kept: the last of it says why a program gave up. */
const maxBytes = 2048;

/** The end of what a program writes to standard error. */
interface LastWords {
  add(piece: Uint8Array): void;
  /** Without colours, with `…` for the start that was lost and for each of the places. */
  text(): string;
}

/** Collects the end of standard error. `places` are local paths to remove from it. */
function createLastWords(places: readonly string[]): LastWords {
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

/** Sequences of terminals; what else would act on one is escaped where it is shown. */
function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex -- ESC starts such a sequence
  return text.replaceAll(/\u001b\[[\d;?]*[ -/]*[@-~]/g, "").replaceAll("\r\n", "\n");
}

/** By its folder, what ends each program at work. */
const leftovers = new Map<string, () => void>();

/** Signals that end a process without a listener. A program in its own process group does not get them. */
const fatalSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Sees to it that a folder, and the program that works there, do not outlive this process. May be called again. */
function guard(folder: string, endProgram: () => void = () => undefined): void {
  if (leftovers.size === 0) listen();
  leftovers.set(folder, endProgram);
}

/** Nothing is left there any more. */
function release(folder: string): void {
  leftovers.delete(folder);
  if (leftovers.size === 0) ignore();
}

/** Whoever listens to a signal decides what becomes of this process, and two who leave that to others would keep it alive. */
function listen(): void {
  system.on("exit", clearAway);
  for (const signal of fatalSignals) if (system.listenerCount(signal) === 0) system.on(signal, endWith);
}

function ignore(): void {
  system.off("exit", clearAway);
  for (const signal of fatalSignals) system.off(signal, endWith);
}

/** Ends this process as without a listener, unless another listener was added. */
function endWith(signal: (typeof fatalSignals)[number]): void {
  system.off(signal, endWith);
  if (system.listenerCount(signal) > 0) return;
  clearAway();
  ignore();
  system.kill(system.pid, signal);
}

function clearAway(): void {
  for (const [folder, endProgram] of leftovers) {
    endProgram();
    rmSync(folder, { recursive: true, force: true });
  }
  leftovers.clear();
}

/** How long a pipe may be silent after its program has ended before what still holds it is ended too. */
const silenceMs = 500;

/**
 * What a program prints. Something that it has left running may hold its pipe for ever: when the program has ended and
 * nothing comes any more, `giveUp` is called and the output is over. A pipe that is torn down ends too: whoever did it
 * says why.
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
