import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  anthropic,
  type Budget,
  createReader,
  type Handler,
  type InfoOutcome,
  type Reader,
  readErrorCodes,
  type ReadOutcome,
} from "@reader/core";
import { memoryFileSystem, type MemoryFileSystem } from "../memory/memory-file-system.ts";
import type { MemoryContent } from "../memory/memory-volume.ts";
import { within } from "../run/drive.ts";
import { type Ending, type Misbehaviour, processOf } from "./cases/misbehaviour.ts";
import { misbehaving, misbehavingWithAddons, unloadable, wordsOf } from "./handler.ts";
import { isGone, sharedOutputs } from "./parent-watch.ts";

/** Runs misbehaviours and checks their outcomes. */
export interface Arena {
  /** Returns why a misbehaviour cannot run on this machine, or `undefined`. */
  obstacleOf(misbehaviour: Misbehaviour): string | undefined;
  /** Reads a file with a misbehaviour. Resolves with the faults of the outcome, one sentence each. */
  faultsOf(misbehaviour: Misbehaviour): Promise<readonly string[]>;
  /** Reads a valid file with the same handlers. */
  readSound(): Promise<ReadOutcome>;
  /** Reads a valid file in this process. */
  expectedSound(): Promise<ReadOutcome>;
  close(): Promise<void>;
}

/** Options of `createArena`. */
export interface ArenaOptions {
  readonly limits: IsolationLimits;
  readonly graceMs: number;
}

const sound = `${wordsOf("nothing")}A good line.\nAnother one, with an umlaut: ü.\n`;

/** Creates an arena. Starts nothing before the first read. */
export function createArena(make: MakeIsolation, options: ArenaOptions): Arena {
  const { limits, graceMs } = options;
  const isolation = make([misbehaving(), misbehavingWithAddons(), ...unloadable()], limits);
  const inTime = async <Outcome>(what: string, outcome: Promise<Outcome>, timeMs: number): Promise<Outcome> => {
    const settled = await within(outcome, timeMs + graceMs);
    if (settled === undefined) throw new Error(`${what}: no answer within ${timeMs} ms and ${graceMs} ms more.`);
    return settled.value;
  };
  const readWith = async (handlers: readonly Handler[], scene: Scene): Promise<ReadOutcome | InfoOutcome> => {
    const reader = readerOf(handlers, scene);
    const request = { path: pathOf(scene), ...scene.request };
    const answer: Promise<ReadOutcome | InfoOutcome> =
      scene.verb === "info" ? reader.info(request) : reader.read(request);
    const outcome = await inTime(scene.name, answer, scene.timeMs);
    await inTime(`closing after ${scene.name}`, reader.close(), 0);
    if (scene.files.openHandles > 0) throw new Error(`${scene.files.openHandles} files were left open.`);
    return outcome;
  };
  const readSoundWith = async (handlers: readonly Handler[]): Promise<ReadOutcome> => {
    const scene = sceneOf("nothing", sound, limits.patientTimeMs);
    return (await readWith(handlers, scene)) as ReadOutcome;
  };
  let expected: Promise<ReadOutcome> | undefined;
  let built: { readonly mark: NativeMark | undefined } | undefined;
  const markFor = ({ needs }: Misbehaviour): NativeMark | undefined =>
    needs === undefined ? undefined : (built ??= { mark: buildNativeMark() }).mark;
  const faultsWithin = async (misbehaviour: Misbehaviour, timeMs: number): Promise<readonly string[]> => {
    const mark = markFor(misbehaviour);
    const outcome = await readWith(isolation.handlers, sceneFor(misbehaviour, timeMs, mark?.file));
    const faults = [...outcomeFaults(misbehaviour, outcome), ...outputFaults(outcome)];
    if (mark?.wasLeft() === true) faults.push("native code from outside of its packages ran");
    return [...faults, ...(await survivorFaults(misbehaviour, outcome, graceMs))];
  };
  return {
    obstacleOf(misbehaviour) {
      const isMissing = misbehaviour.needs !== undefined && markFor(misbehaviour) === undefined;
      return isMissing ? "This machine has no C compiler." : undefined;
    },
    async faultsOf(misbehaviour) {
      if (misbehaviour.endsBy !== "time") return faultsWithin(misbehaviour, limits.patientTimeMs);
      // On a busy machine, a short limit may end before the handler starts, so only the longest one proves a fault.
      for (let timeMs = limits.hastyTimeMs; timeMs < limits.patientTimeMs; timeMs *= 4)
        if ((await faultsWithin(misbehaviour, timeMs)).length === 0) return [];
      return faultsWithin(misbehaviour, limits.patientTimeMs);
    },
    readSound: () => readSoundWith(isolation.handlers),
    expectedSound: () => (expected ??= readSoundWith([misbehaving()])),
    async close() {
      built?.mark?.remove();
      built = undefined;
      await inTime("closing the isolation", isolation.close(), 0);
    },
  };
}

/** A file, a request and its time limit. */
interface Scene {
  readonly name: string;
  readonly files: MemoryFileSystem;
  readonly timeMs: number;
  readonly verb?: "read" | "info";
  readonly request?: Misbehaviour["request"];
}

/** Creates a new file each time, so that no answer comes from a cache. */
function sceneOf(name: string, content: MemoryContent, timeMs: number): Scene {
  return {
    name,
    timeMs,
    files: memoryFileSystem({ entries: { [`/files/${name}.misbehave`]: { kind: "file", content } } }),
  };
}

/** Creates the scene of a misbehaviour. */
function sceneFor(misbehaviour: Misbehaviour, timeMs: number, nativeFile?: string): Scene {
  const { name, request, info, fileBytes } = misbehaviour;
  const words = new TextEncoder().encode(wordsOf(name) + (nativeFile === undefined ? "" : `${nativeFile}\n`));
  const content = fileBytes === undefined ? words : { size: fileBytes, fill: beginningWith(words) };
  return {
    ...sceneOf(name, content, timeMs),
    ...(info === undefined ? {} : { verb: "info" }),
    ...(request === undefined ? {} : { request }),
  };
}

function pathOf({ name }: Scene): string {
  return `/files/${name}.misbehave`;
}

function beginningWith(words: Uint8Array): (target: Uint8Array, position: number) => void {
  return (target, position) => {
    target.fill(0x2e);
    target.set(words.subarray(position, position + target.length));
  };
}

function readerOf(handlers: readonly Handler[], { files, timeMs }: Scene): Reader {
  const budget: Partial<Budget> = { documentTimeMs: timeMs };
  return createReader({ handlers, budget, capabilities: anthropic, roots: ["/files"], fileSystem: files });
}

/** Its output must not go to an output of this process. */
function outputFaults(outcome: ReadOutcome | InfoOutcome): readonly string[] {
  const isElsewhere = processOf(textOf(outcome)) !== process.pid;
  return isElsewhere && sharedOutputs(textOf(outcome)).length > 0 ? ["it shares an output with this process"] : [];
}

/** A process that had to be killed must have ended. */
async function survivorFaults(
  { expected }: Misbehaviour,
  outcome: ReadOutcome | InfoOutcome,
  graceMs: number,
): Promise<readonly string[]> {
  const culprit = processOf(textOf(outcome));
  if (expected.process !== "gone" || culprit === undefined) return [];
  return (await isGone(culprit, graceMs)) ? [] : [`its process ${culprit} still runs`];
}

/** A native library in a folder that no handler may read. It creates a file there when it is loaded. */
interface NativeMark {
  /** The path of the `.node` file. */
  readonly file: string;
  /** True if the library was loaded since the last call. */
  wasLeft(): boolean;
  remove(): void;
}

/** The constructor runs while the library is loaded, before Node notices that it is not an addon. */
const source = `#include <stdio.h>
__attribute__((constructor)) static void leave_mark(void) {
  FILE *mark = fopen(MARK, "w");
  if (mark != NULL) fclose(mark);
}
`;

/** Compiles the library. Returns `undefined` if this machine has no C compiler. */
function buildNativeMark(): NativeMark | undefined {
  const folder = mkdtempSync(join(tmpdir(), "reader-testkit-native-"));
  const [file, code, mark] = ["mark.node", "mark.c", "mark"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  writeFileSync(code, source);
  const define = `-DMARK=${JSON.stringify(mark)}`;
  const { status } = spawnSync("cc", ["-shared", "-fPIC", define, "-o", file, code], { stdio: "ignore" });
  if (status !== 0) {
    remove();
    return undefined;
  }
  return {
    file,
    wasLeft() {
      const isThere = existsSync(mark);
      rmSync(mark, { force: true });
      return isThere;
    },
    remove,
  };
}

/** Limits that an isolation must enforce. */
export interface IsolationLimits {
  /**
   * Time limit of documents that never end, passed as `documentTimeMs` of the budget. If the outcome is wrong, longer
   * limits are tried, up to `patientTimeMs`, because a busy machine may not have started the handler yet.
   */
  readonly hastyTimeMs: number;
  /** Time limit of all other documents, which should not need it. */
  readonly patientTimeMs: number;
  /** Maximum memory of one child process. When reached, a read fails with `too-large`. */
  readonly maxMemoryBytes: number;
  /** Maximum size of all events of one document. When reached, a read fails with `too-large`. */
  readonly maxOutputBytes: number;
}

/** Isolated handlers, and a function that ends their processes. */
export interface IsolationUnderTest {
  readonly handlers: readonly Handler[];
  close(): Promise<void>;
}

/** Isolates handlers by their `origin`: a file URL, or in one misbehaviour the name of a missing package. */
export type MakeIsolation = (handlers: readonly Handler[], limits: IsolationLimits) => IsolationUnderTest;

/** Maximum number of notices. */
const maxNotices = 1000;

/** Maximum length of a sentence, in characters. */
const maxSentenceCharacters = 4000;

/** A set, because a lookup in an object would also find inherited names. */
const codes: ReadonlySet<unknown> = new Set(readErrorCodes);

/** Returns the faults of the outcome of a misbehaviour, one sentence each. */
export function outcomeFaults(misbehaviour: Misbehaviour, outcome: ReadOutcome | InfoOutcome): readonly string[] {
  return [...endingFaults(misbehaviour, outcome), ...wordFaults(misbehaviour, outcome), ...shapeFaults(outcome)];
}

/** Returns how a read ended. */
export function endingOf(outcome: ReadOutcome | InfoOutcome): Ending {
  if (!outcome.ok) return outcome.error.code;
  return "stopped" in outcome && outcome.stopped?.by === "time" ? "timed-out" : "answered";
}

/** Returns the text of an outcome. */
function textOf(outcome: ReadOutcome | InfoOutcome): string {
  if (!("parts" in outcome)) return "";
  return outcome.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function endingFaults({ expected }: Misbehaviour, outcome: ReadOutcome | InfoOutcome): readonly string[] {
  const ending = endingOf(outcome);
  const faults: string[] = [];
  if (!expected.endings.includes(ending)) {
    const why = outcome.ok ? "" : `, saying: ${outcome.error.message.slice(0, 300)}`;
    faults.push(`it ended with ${ending} instead of ${expected.endings.join(" or ")}${why}`);
  }
  if (expected.keeps !== "nothing" && processOf(textOf(outcome)) === undefined) {
    faults.push("the line before the misbehaviour was lost");
  }
  return faults;
}

/** Messages must not contain stacks or paths of this machine. */
const hostWords = /node_modules|file:\/\/|\n\s+at |\/home\/|\/root\/|\/proc\/|[A-Z]:\\Users/;

function wordFaults({ expected }: Misbehaviour, outcome: ReadOutcome | InfoOutcome): readonly string[] {
  const sentences = outcome.ok ? [] : [outcome.error.message, outcome.error.hint];
  const words = [textOf(outcome), ...sentences].join("\n");
  const faults: string[] = [];
  if (expected.matches !== undefined && !expected.matches.test(words))
    faults.push(`${String(expected.matches)} is not in: ${shown(words)}`);
  if (expected.lacks?.test(words) === true) faults.push(`${String(expected.lacks)} is in: ${shown(words)}`);
  return [...faults, ...sentences.flatMap(sentenceFaults)];
}

/** The value may be of any type. */
function sentenceFaults(sentence: unknown): readonly string[] {
  if (typeof sentence !== "string" || sentence.trim() === "") return ["a sentence of the error is missing"];
  if (sentence.length > maxSentenceCharacters) return [`a sentence has ${sentence.length} characters`];
  return hostWords.test(sentence) ? [`the error reveals the host: ${shown(sentence)}`] : [];
}

/** An outcome must be plain data of limited size. */
function shapeFaults(outcome: ReadOutcome | InfoOutcome): readonly string[] {
  const faults: string[] = [];
  if (!outcome.ok && !codes.has(outcome.error.code)) faults.push("the code of the error is unknown");
  if (outcome.notices.length > maxNotices) faults.push(`there are ${outcome.notices.length} notices`);
  try {
    structuredClone(outcome);
    JSON.stringify(outcome, (_, value: unknown) => (value instanceof Uint8Array ? value.length : value));
  } catch (error) {
    faults.push(`the outcome is not plain data: ${String(error)}`);
  }
  return [...faults, ...numberFaults(outcome)];
}

/** Finds NaN and infinite numbers, which JSON turns into `null`. */
function numberFaults(value: unknown, depth = 0): readonly string[] {
  if (typeof value === "number") return Number.isFinite(value) ? [] : [`the outcome contains ${value}`];
  if (typeof value !== "object" || value === null || value instanceof Uint8Array || depth > 20) return [];
  return Object.values(value).flatMap((each) => numberFaults(each, depth + 1));
}

function shown(words: string): string {
  return JSON.stringify(words.length > 500 ? `${words.slice(0, 500)}…` : words);
}
