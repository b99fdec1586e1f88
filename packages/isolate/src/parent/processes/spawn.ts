import type { ChildProcess } from "node:child_process";
import { parse } from "node:path";
import type { Duplex, Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { encodeHead } from "../../channel/frame.ts";
import { maxOrderCharacters, type StartMessage, type StartOrder } from "../../channel/messages.ts";
import type { Family } from "./family.ts";
import { inSandbox } from "./sandbox.ts";

/** What a process is started with. */
export interface SpawnOrder {
  readonly family: Family;
  /** The URL of its program. */
  readonly childModule: string;
  readonly limits: StartOrder["limits"];
  readonly isSandboxed: boolean;
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
export function spawnChild({ family, childModule, limits, isSandboxed }: SpawnOrder): ChildProcess {
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
  if (!isShort) tell(child, order);
  return child;
}

function tell(child: ChildProcess, order: StartOrder): void {
  const message: StartMessage = { type: "start", ...order };
  // Before its link is there, so that nothing can be said first.
  (child.stdio[3] as Duplex).write(encodeHead(message));
}

/** Descriptors that a start needs at once: four pairs for the pipes, and a pair by which it tells that it failed. */
const descriptorsPerStart = 10;

/**
 * Throws if there are too few descriptors for a start. libuv 1.51 and 1.52 leak four of them for every start that fails
 * on the last pair, so that no later start could succeed. The check takes 0.1 ms.
 */
function checkDescriptors(): void {
  const { openSync, closeSync } = process.getBuiltinModule("node:fs");
  const opened: number[] = [];
  try {
    for (let count = 0; count < descriptorsPerStart; count += 1) opened.push(openSync("/dev/null", "r"));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // A system without this device says nothing about descriptors.
    if (code === "EMFILE" || code === "ENFILE") throw error;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/**
 * Throws at once for a process that does not exist, which Node reports later. If there are too few descriptors, there are
 * no pipes either; else the system has no room for another process, or cannot find or run the program.
 */
function refuse(child: ChildProcess): never {
  child.once("error", () => undefined);
  // Its type does not say that it may be missing.
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

/** Without the permission model, which some builds of Node lack, the process is the only wall. */
function permissions({ grants, hasAddons }: Permissions): readonly string[] {
  if (!isKnown("--permission")) return [];
  return [
    "--permission",
    ...grants.map((grant) => `--allow-fs-read=${grant}`),
    // The child refuses all but those of its packages.
    ...(hasAddons ? ["--allow-addons"] : []),
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
