import { type Frame, encodeHead } from "../../channel/frame.ts";
import { isCount, isObject } from "../../channel/plain.ts";
import type { IsolateLimits } from "../../options/limits.ts";
import { Alarm } from "./alarm.ts";
import type { Death } from "./death.ts";
import type { Family } from "./family.ts";
import { Link } from "./link.ts";
import type { HostedDocument } from "./hosted-document.ts";
import type { ChildProcess } from "node:child_process";
import { parse } from "node:path";
import type { Duplex, Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { maxOrderCharacters, type StartMessage, type StartOrder } from "../../channel/messages.ts";
import { inSandbox } from "./sandbox.ts";

/** Options for starting a process. */
interface SpawnOrder {
  readonly family: Family;
  /** The URL of its program. */
  readonly childModule: string;
  readonly limits: StartOrder["limits"];
  readonly isSandboxed: boolean;
}

/** The heap limit exceeds the memory limit by this much, so that the watchdog thread reacts first. */
const heapSlackMegabytes = 64;

/**
 * Limits V8's young generation, which would otherwise grow to four times this size. That makes no parser faster and
 * costs 70 MB per process.
 */
const youngHeap = "--max-semi-space-size=16";

/** Variables that Windows needs to start a program. */
const windowsVariables = ["SystemRoot", "SystemDrive", "windir"];

/**
 * Starts a process with an empty environment, read access to its own packages only, no standard output, and its own
 * session, so that Ctrl-C in a terminal reaches only the parent. Descriptor 3 is the channel, descriptor 4 reports why
 * the watchdog killed the process, and descriptor 5 is the line for synchronous requests.
 */
function spawnChild({ family, childModule, limits, isSandboxed }: SpawnOrder): ChildProcess {
  const program = fileURLToPath(childModule);
  const heap = `--max-old-space-size=${Math.ceil(limits.maxMemoryBytes / 2 ** 20) + heapSlackMegabytes}`;
  const { module, grants, addonFolders } = family;
  const order: StartOrder = { module, limits, ...(addonFolders === undefined ? {} : { addonFolders }) };
  const argument = JSON.stringify(order);
  const isShort = argument.length <= maxOrderCharacters;
  if (process.platform !== "win32") checkDescriptors();
  const { spawn } = process.getBuiltinModule("node:child_process");
  const hasAddons = addonFolders !== undefined;
  const flags = [...permissions({ grants, hasAddons }), heap, youngHeap];
  const node = { program: process.execPath, arguments: [...flags, program, ...(isShort ? [argument] : [])] };
  const command = isSandboxed ? inSandbox(node, { grants, hasAddons }) : node;
  const child = spawn(command.program, command.arguments, {
    env: { ...baseEnvironment(), ...family.environment, ...(isSandboxed ? { PATH: process.env["PATH"] } : {}) },
    cwd: parse(program).root,
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  if (child.pid === undefined) refuse(child);
  if (!isShort) sendOrder(child, order);
  return child;
}

function sendOrder(child: ChildProcess, order: StartOrder): void {
  const message: StartMessage = { type: "start", ...order };
  // Written before the link exists, so that it is the first message.
  (child.stdio[3] as Duplex).write(encodeHead(message));
}

/** Number of descriptors that a start needs: four pairs for the pipes, and one pair to report failure. */
const descriptorsPerStart = 10;

/**
 * Throws if there are too few descriptors for a start. libuv 1.51 and 1.52 leak four descriptors if a start fails on
 * the last pair, so no later start could succeed. The check takes 0.1 ms.
 */
function checkDescriptors(): void {
  const { openSync, closeSync } = process.getBuiltinModule("node:fs");
  const opened: number[] = [];
  try {
    for (let count = 0; count < descriptorsPerStart; count += 1) opened.push(openSync("/dev/null", "r"));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // Ignored if the system has no such device.
    if (code === "EMFILE" || code === "ENFILE") throw error;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/**
 * Throws at once if the process was not created; Node reports this later. Too few descriptors also mean no pipes.
 * Otherwise the system has no room for another process, or cannot find or run the program.
 */
function refuse(child: ChildProcess): never {
  child.once("error", () => undefined);
  // May be missing, although its type does not say so.
  const pipes = child.stdio as readonly (Readable | Writable | null | undefined)[] | undefined;
  for (const pipe of pipes ?? []) pipe?.destroy();
  throw Object.assign(new Error("No process could be started."), { code: pipes === undefined ? "EMFILE" : whyNot() });
}

function whyNot(): string {
  const { accessSync, constants } = process.getBuiltinModule("node:fs");
  try {
    accessSync(process.execPath, constants.X_OK);
    return "EAGAIN";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "ENOENT";
  }
}

interface Permissions {
  readonly grants: readonly string[];
  readonly hasAddons: boolean;
}

/** Some builds of Node lack the permission model. Then the process is the only protection. */
function permissions({ grants, hasAddons }: Permissions): readonly string[] {
  if (!isKnown("--permission")) return [];
  return [
    "--permission",
    ...grants.map((grant) => `--allow-fs-read=${grant}`),
    // The child restricts them to its packages.
    ...(hasAddons ? ["--allow-addons"] : []),
    // For the watchdog thread. The child blocks all other threads.
    "--allow-worker",
    // It opens files without checking permissions.
    ...(isKnown("--experimental-sqlite") ? ["--no-experimental-sqlite"] : []),
    "--no-warnings",
  ];
}

/** Versions of Node that have both flags. Other runtimes report a Node version as well. */
const isLongKnown =
  /^(?:22\.(?:1[3-9]|[2-9]\d)|24)\./.test(process.versions.node) &&
  !["electron", "bun", "deno"].some((name) => name in process.versions);

/** Listing all flags of Node takes 0.7 ms at startup. */
function isKnown(flag: "--permission" | "--experimental-sqlite"): boolean {
  return isLongKnown || process.allowedNodeEnvironmentFlags.has(flag);
}

function baseEnvironment(): Readonly<Record<string, string>> {
  if (process.platform !== "win32") return {};
  const entries = windowsVariables.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Notifications from a child to the pool. */
export interface PoolEvents {
  died(child: PooledChild, death: Death): void;
}

/** Maximum silence of a used process after a new document, from which it must first request bytes. */
const maxSilenceMs = 2000;

/** Room for the JSON around data in a frame. */
const frameSlackBytes = 1024 * 1024;

/** A child process and its documents. */
export class PooledChild {
  readonly family: Family;
  readonly link: Link;
  readonly documents: Map<number, HostedDocument> = new Map();
  /** Number of documents that it was given. */
  served = 0;
  /** True if it takes no more documents and ends after its last one. */
  isRetiring = false;
  /** True while it reads its canary. */
  isTested = false;
  isDead = false;
  /** True if a document misbehaved in it, so its results cannot be trusted. Counts when it has died. */
  isCondemned = false;
  lastUsed = 0;
  /** Runs until a message arrives after a new document. */
  readonly #silence = new Alarm();

  constructor(family: Family, options: ChildOptions, events: PoolEvents) {
    const { limits, childModule, isSandboxed } = options;
    const { maxMemoryBytes, maxInputBytes, maxOutputBytes, maxEventBytes } = limits;
    this.family = family;
    const maxFrameBytes = Math.max(maxEventBytes, maxInputBytes) + frameSlackBytes;
    const shared = { maxMemoryBytes, maxInputBytes, maxOutputBytes, maxEventBytes };
    this.link = new Link(spawnChild({ family, childModule, limits: shared, isSandboxed }), maxFrameBytes, {
      receive: (frame, bytes) => this.#receive(frame, bytes),
      died: (death) => {
        this.isDead = true;
        this.#silence.stop();
        events.died(this, death);
      },
    });
  }

  /** Adds a document whose steps may take `timeMs`. Returns its number. */
  board(document: HostedDocument, timeMs: number): number {
    this.served += 1;
    this.documents.set(this.served, document);
    if (this.served > 1) this.#expectSign(Math.min(maxSilenceMs, timeMs / 2));
    return this.served;
  }

  /** Ends the process because it can no longer be trusted. */
  condemn(): void {
    this.isCondemned = true;
    this.link.kill({ kind: "ended" });
  }

  /** True if a handler is computing. */
  isComputing(): boolean {
    return this.isTested || [...this.documents.values()].some((document) => document.isComputing());
  }

  /** True if a consumer waits for one of its documents. */
  isAwaited(): boolean {
    return this.isTested || [...this.documents.values()].some((document) => document.isAwaited());
  }

  /** True if one of its documents waits for a nested file. */
  isNesting(): boolean {
    return [...this.documents.values()].some((document) => document.isNesting());
  }

  /** If an earlier document left a loop running, the new document moves to another process in time. */
  #expectSign(timeMs: number): void {
    this.#silence.start(timeMs, () => {
      const working = [...this.documents.values()].filter((document) => document.isComputing());
      // A document that continued has its own clock.
      if (working.length > 1) this.#expectSign(timeMs);
      else this.condemn();
    });
    // The waiting consumer keeps this program alive.
    this.#silence.release();
  }

  #receive({ head, tail }: Frame, bytes: number): void {
    this.#silence.stop();
    if (!isObject(head)) return this.#break("something that is not a message");
    if (head["type"] === "ready") return;
    const number = head["document"];
    const document = isCount(number) ? this.documents.get(number) : undefined;
    if (document !== undefined) document.receive({ message: head, tail, bytes });
    else if (isCount(number) && number > 0 && number <= this.served) this.#hearLate(head["type"]);
    else this.#break("a message about a document that it does not have");
  }

  /**
   * A handler that continues after its document has ended harms no other document: it gets no answers, and its process
   * is not used again. Only a synchronous request would block the process.
   */
  #hearLate(type: unknown): void {
    this.isRetiring = true;
    this.isCondemned = true;
    if (type === "bytes-now") this.#break("a request for bytes after its document was over");
  }

  #break(fault: string): void {
    this.link.kill({ kind: "protocol", fault });
  }
}

/** Options for starting children. */
export interface ChildOptions {
  readonly limits: IsolateLimits;
  readonly childModule: string;
  readonly isSandboxed: boolean;
}
