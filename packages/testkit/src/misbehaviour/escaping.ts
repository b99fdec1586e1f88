import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { getPriority, homedir, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { attempt, doing, refused } from "./acting.ts";
import { type Described, family, type Misbehaviour } from "./misbehaviour.ts";

/** A variable that the suite sets before it starts: no child may have it. */
export const secretVariable: string = "READER_TESTKIT_SECRET";

function writeFile(): void {
  const path = join(tmpdir(), `reader-testkit-${process.pid}`);
  writeFileSync(path, "written by a handler");
  rmSync(path);
}

function linkFile(): void {
  const path = join(tmpdir(), `reader-testkit-link-${process.pid}`);
  symlinkSync("/etc/passwd", path);
  rmSync(path);
}

function spawnProcess(): void {
  const { error } = spawnSync(process.execPath, ["--version"]);
  if (error !== undefined) throw error;
}

/** Looked up late: a process may not even be allowed to load it. */
function openInspector(): void {
  process.getBuiltinModule("node:inspector").open(0);
}

/** The database that is part of Node opens its files by a library of its own. */
function writeDatabase(folder: string): void {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const path = join(folder, `reader-testkit-${process.pid}.db`);
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE deeds (deed TEXT)");
  database.close();
  try {
    rmSync(path);
  } catch {
    // Written it is, whoever may remove it.
  }
}

/** Signal 0 only asks whether it could be sent, and the priority is the one that there is. */
const reachParent: readonly (() => unknown)[] = [
  () => process.kill(process.ppid, 0),
  () => process.kill(0, 0),
  () => setPriority(process.ppid, getPriority(process.ppid)),
];

/** What tells another process to open its debugger; sent to itself, which the permissions would not see either. */
function callDebugger(): void {
  const call: unknown = Reflect.get(process, "_debugProcess");
  if (typeof call !== "function") throw new TypeError("There is none.");
  Reflect.apply(call, process, [process.pid]);
}

const members: readonly Described[] = [
  {
    name: "reads-files",
    does: "Reads files of the system and of its user.",
    right: refused,
    read: doing(() =>
      attempt(
        () => readFileSync("/etc/passwd"),
        () => readFileSync("/proc/self/environ"),
        () => readFileSync(`/proc/${process.ppid}/environ`),
        () => readFileSync("C:\\Windows\\win.ini"),
        () => readdirSync(homedir()),
        () => readdirSync("/"),
        () => readdirSync(tmpdir()),
      ),
    ),
  },
  { name: "writes-files", does: "Writes a file.", right: refused, read: doing(() => attempt(writeFile, linkFile)) },
  { name: "spawns", does: "Starts another program.", right: refused, read: doing(() => attempt(spawnProcess)) },
  {
    name: "opens-inspector",
    does: "Opens a port for debuggers.",
    right: refused,
    read: doing(() => attempt(openInspector)),
  },
  {
    name: "reads-environment",
    does: "Tells the environment that it has.",
    right: { endings: ["answered"], says: /Its environment:/, hides: new RegExp(secretVariable) },
    read: doing(() => `Its environment: ${Object.keys(process.env).join(" ")}.`),
  },
  {
    name: "writes-databases",
    does: "Writes a file by the database that is part of Node.",
    right: refused,
    read: doing(() =>
      attempt(
        () => writeDatabase(tmpdir()),
        // What a process may read is not what it may change.
        () => writeDatabase(import.meta.dirname),
      ),
    ),
  },
  {
    name: "reaches-its-parent",
    does: "Sends signals to its parent and its group, and changes how much time they get.",
    right: refused,
    read: doing(() => attempt(...reachParent)),
  },
  {
    name: "calls-the-debugger",
    does: "Tells a process to open its debugger.",
    right: refused,
    read: doing(() => attempt(callDebugger)),
  },
  {
    name: "steers-the-engine",
    does: "Tells the engine of JavaScript into which folder to write what it compiles.",
    right: refused,
    read: doing(() => attempt(() => setFlagsFromString(`--trace-turbo-path=${tmpdir()}`))),
  },
];

/** Handlers that look for a way out. */
export const escaping: readonly Misbehaviour[] = family("escaping", members);
