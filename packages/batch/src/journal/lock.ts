import { BatchError } from "../contract/batch-error.ts";
import { type OutputFiles, readWhole } from "../files/output-files.ts";
import { runFolder } from "./layout.ts";

const fs = process.getBuiltinModule("node:fs");
const os = process.getBuiltinModule("node:os");

/** The process that owns a run. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** When the process started, in the words of the system, because process numbers are used again. */
  readonly started?: string;
  readonly at: string;
}

/** The lock of a run that this process owns. */
export interface Lock {
  release(): Promise<void>;
}

interface LockFile {
  readonly number: number;
  /** Absent for a lock that was released. */
  readonly owner?: LockOwner;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** How a lock is taken. */
export interface LockOptions {
  /** Default: this process. */
  readonly owner?: LockOwner;
  /** True to take it from processes of other machines, about which nothing can be known here. */
  readonly takesOver?: boolean;
}

/**
 * Takes the lock of a run. The highest number owns it, and the next number is taken only from a released lock or a process
 * that is gone. Rejects with a `BatchError` if another process owns it.
 */
export async function acquireLock(
  files: OutputFiles,
  { owner = thisProcess(), takesOver = false }: LockOptions = {},
): Promise<Lock> {
  for (;;) {
    const latest = await latestLock(files);
    if (latest !== undefined && isHeld(latest, takesOver)) throw locked(files, latest);
    const number = (latest?.number ?? 0) + 1;
    if (!(await takeNumber(files, number, owner))) continue;
    return { release: () => files.replace(lockPath(number), encoder.encode("{}\n")) };
  }
}

function isHeld({ owner }: LockFile, takesOver: boolean): boolean {
  if (owner === undefined || (takesOver && owner.host !== os.hostname())) return false;
  return isAlive(owner);
}

/** Creates the lock with a number. Returns false if another process was faster. */
async function takeNumber(files: OutputFiles, number: number, owner: LockOwner): Promise<boolean> {
  if (!(await files.create(lockPath(number), encoder.encode(`${JSON.stringify({ owner })}\n`)))) return false;
  const others = (await numbers(files)).filter((other) => other !== number);
  // A process that was slower may have created a number that was superseded and removed before.
  const isSuperseded = others.some((other) => other > number);
  for (const each of isSuperseded ? [number] : others) await files.remove(lockPath(each));
  return !isSuperseded;
}

/** Returns the process that works on a run, or `undefined` if none does. */
export async function currentOwner(files: OutputFiles): Promise<LockOwner | undefined> {
  const owner = (await latestLock(files))?.owner;
  return owner !== undefined && isAlive(owner) ? owner : undefined;
}

function lockPath(number: number): string {
  return `${runFolder}/lock-${number}`;
}

async function numbers(files: OutputFiles): Promise<readonly number[]> {
  const names = (await files.list(runFolder)) ?? [];
  return names.flatMap((name) => (/^lock-\d{1,15}$/.test(name) ? [Number(name.slice("lock-".length))] : []));
}

async function latestLock(files: OutputFiles): Promise<LockFile | undefined> {
  for (;;) {
    const number = Math.max(0, ...(await numbers(files)));
    if (number === 0) return undefined;
    const content = await readWhole(files, lockPath(number));
    // It was superseded and removed since the folder was listed.
    if (content === undefined) continue;
    return { number, ...parseLock(decoder.decode(content), number, files) };
  }
}

function parseLock(text: string, number: number, files: OutputFiles): Pick<LockFile, "owner"> {
  try {
    const { owner } = JSON.parse(text) as Pick<LockFile, "owner">;
    return owner === undefined ? {} : { owner };
  } catch {
    throw new BatchError("locked", `${files.folder} has a lock that cannot be read.`, {
      hint: `If no other run uses the folder, remove ${lockPath(number)} in it.`,
    });
  }
}

function locked(files: OutputFiles, { owner, number }: LockFile): BatchError {
  const isHere = owner?.host === os.hostname();
  const where = isHere ? "" : ` on ${owner?.host}`;
  return new BatchError("locked", `Process ${owner?.pid}${where} writes to ${files.folder} since ${owner?.at}.`, {
    hint: isHere
      ? "Wait for its end, or stop it and run the same command again."
      : `Wait for its end. If that machine is down, add --take-over, or remove ${lockPath(number)} in the folder.`,
  });
}

/** Returns this process as an owner. */
function thisProcess(): LockOwner {
  const started = startOf(process.pid);
  return {
    pid: process.pid,
    host: os.hostname(),
    ...(started === undefined ? {} : { started }),
    at: new Date().toISOString(),
  };
}

/** A process of another machine counts as alive, because nothing here can tell. */
function isAlive({ pid, host, started }: LockOwner): boolean {
  if (host !== os.hostname()) return true;
  if (pid === process.pid) return started === startOf(pid);
  try {
    process.kill(pid, 0);
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM";
  }
  return started === undefined || startOf(pid) === started;
}

/** Returns the boot and the clock tick at which a process started, on Linux. A zombie does not count as a process. */
function startOf(pid: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const boot = fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program is in parentheses and may have spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "gone" : `${boot} ${fields[19]}`;
  } catch {
    return undefined;
  }
}
