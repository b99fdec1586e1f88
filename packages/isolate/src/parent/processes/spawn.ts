import type { ChildProcess } from "node:child_process";
import { parse } from "node:path";
import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { encodeHead } from "../../channel/frame.ts";
import { maxOrderCharacters, type StartMessage, type StartOrder } from "../../channel/messages.ts";
import type { Family } from "./family.ts";

/** What a process is started with. */
export interface SpawnOrder {
  readonly family: Family;
  /** The URL of its program. */
  readonly childModule: string;
  readonly limits: StartOrder["limits"];
}

/** The heap may be this much larger than all memory may be, so that the watching thread is the first to notice. */
const heapSlackMegabytes = 64;

/**
 * The most that V8 takes for young objects, in half and half. It would grow to four times as much before it cleans up,
 * which gains a parser no time and costs the machine 70 MB a process.
 */
const youngHeap = "--max-semi-space-size=16";

/** Variables without which Windows starts no program. */
const windowsVariables = ["SystemRoot", "SystemDrive", "windir"];

/**
 * Starts a process: nothing of this one's environment, read access to its own packages only, nothing on standard
 * output, and a session of its own, so that Ctrl-C in a terminal reaches the parent alone. Descriptor 3 is the channel,
 * descriptor 4 tells why the watching thread killed, descriptor 5 is the line on which the child waits for bytes
 * standing still.
 */
export function spawnChild({ family, childModule, limits }: SpawnOrder): ChildProcess {
  const program = fileURLToPath(childModule);
  const heap = `--max-old-space-size=${Math.ceil(limits.maxMemoryBytes / 2 ** 20) + heapSlackMegabytes}`;
  const order: StartOrder = { module: family.module, limits };
  const argument = JSON.stringify(order);
  const isShort = argument.length <= maxOrderCharacters;
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn(
    process.execPath,
    [...permissions(family.grants), heap, youngHeap, program, ...(isShort ? [argument] : [])],
    {
      env: { ...baseEnvironment(), ...family.environment },
      cwd: parse(program).root,
      stdio: ["ignore", "ignore", "pipe", "pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    },
  );
  if (child.stdio === undefined) return refuse(child);
  if (!isShort) tell(child, order);
  return child;
}

function tell(child: ChildProcess, order: StartOrder): void {
  const message: StartMessage = { type: "start", ...order };
  // Before its link is there, so that nothing can be said first.
  (child.stdio[3] as Duplex).write(encodeHead(message));
}

/** Where not even the pipes could be made, Node gives a process without any. */
function refuse(child: ChildProcess): never {
  child.once("error", () => undefined);
  throw Object.assign(new Error("There are too many open files."), { code: "EMFILE" });
}

/** Without the permission model, which some builds of Node lack, the process is the only wall. */
function permissions(grants: readonly string[]): readonly string[] {
  if (!isKnown("--permission")) return [];
  return [
    "--permission",
    ...grants.map((grant) => `--allow-fs-read=${grant}`),
    "--allow-addons",
    // For the watching thread; the child takes it away from everybody else.
    "--allow-worker",
    // Its files are opened without a look at the permissions.
    ...(isKnown("--experimental-sqlite") ? ["--no-experimental-sqlite"] : []),
    "--no-warnings",
  ];
}

/** Versions of Node that have both flags; what else is built on Node tells its own version as well. */
const isLongKnown =
  /^(?:22\.(?:1[3-9]|[2-9]\d)|24)\./.test(process.versions.node) &&
  !["electron", "bun", "deno"].some((name) => name in process.versions);

/** To list all flags of Node takes a program that has only just started 0.7 ms. */
function isKnown(flag: "--permission" | "--experimental-sqlite"): boolean {
  return isLongKnown || process.allowedNodeEnvironmentFlags.has(flag);
}

function baseEnvironment(): Readonly<Record<string, string>> {
  if (process.platform !== "win32") return {};
  const entries = windowsVariables.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
