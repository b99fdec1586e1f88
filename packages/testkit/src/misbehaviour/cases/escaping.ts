import { spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import dns from "node:dns";
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import net, { connect, createServer, type Server } from "node:net";
import { getPriority, homedir, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { attempt, type Described, doing, family, type Misbehaviour, refused } from "./misbehaviour.ts";

/** An environment variable that the suite sets. No child process may get it. */
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

/** Loaded late, because a process may not be allowed to load the module. */
function openInspector(): void {
  process.getBuiltinModule("node:inspector").open(0);
}

/** Node's built-in database opens files through its own library. */
function writeDatabase(folder: string): void {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const path = join(folder, `reader-testkit-${process.pid}.db`);
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE traces (name TEXT)");
  database.close();
  try {
    rmSync(path);
  } catch {
    // It was written, even if it cannot be removed.
  }
}

/** Harmless: signal 0 only checks permission, and the priority stays the same. */
const reachParent: readonly (() => unknown)[] = [
  () => process.kill(process.ppid, 0),
  () => process.kill(0, 0),
  () => setPriority(process.ppid, getPriority(process.ppid)),
];

/** Opens the debugger of another process by a signal. Sent to itself, which the permission model would not notice either. */
function callDebugger(): void {
  const call: unknown = Reflect.get(process, "_debugProcess");
  if (typeof call !== "function") throw new TypeError("It does not exist.");
  Reflect.apply(call, process, [process.pid]);
}

const members: readonly Described[] = [
  {
    name: "reads-files",
    does: "Reads files of the system and of its user.",
    expected: refused,
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
  { name: "writes-files", does: "Writes a file.", expected: refused, read: doing(() => attempt(writeFile, linkFile)) },
  { name: "spawns", does: "Starts another program.", expected: refused, read: doing(() => attempt(spawnProcess)) },
  {
    name: "opens-inspector",
    does: "Opens a port for debuggers.",
    expected: refused,
    read: doing(() => attempt(openInspector)),
  },
  {
    name: "reads-environment",
    does: "Reports its environment.",
    expected: { endings: ["answered"], matches: /Its environment:/, lacks: new RegExp(secretVariable) },
    read: doing(() => `Its environment: ${Object.keys(process.env).join(" ")}.`),
  },
  {
    name: "writes-databases",
    does: "Writes a file with Node's built-in database.",
    expected: refused,
    read: doing(() =>
      attempt(
        () => writeDatabase(tmpdir()),
        // Folders that a process may read, it may not change.
        () => writeDatabase(import.meta.dirname),
      ),
    ),
  },
  {
    name: "reaches-its-parent",
    does: "Sends signals to its parent and its process group, and changes their priority.",
    expected: refused,
    read: doing(() => attempt(...reachParent)),
  },
  {
    name: "calls-the-debugger",
    does: "Opens the debugger of a process by a signal.",
    expected: refused,
    read: doing(() => attempt(callDebugger)),
  },
  {
    name: "steers-the-engine",
    does: "Sets a V8 option that writes files to a folder.",
    expected: refused,
    read: doing(() => attempt(() => setFlagsFromString(`--trace-turbo-path=${tmpdir()}`))),
  },
];

/** Handlers that try to escape through files and processes. */
export const escaping: readonly Misbehaviour[] = family("escaping", members);

/** The discard port, on which no program listens. */
const discard = 9;

function listen(): void {
  const server = createServer().listen(0, "127.0.0.1");
  server.close();
}

/** A refusal by the other side counts as a connection. */
function connectAnywhere(): Promise<string> {
  return new Promise((resolve) => {
    try {
      const socket = connect(discard, "127.0.0.1");
      socket.once("connect", () => resolve("Allowed: to connect"));
      socket.once("error", (error: NodeJS.ErrnoException) =>
        resolve(error.code === "ERR_ACCESS_DENIED" ? "Refused." : "Allowed: to try"),
      );
    } catch {
      resolve("Refused.");
    }
  });
}

/** The name of this machine is resolved from a file, and the resolver is created but never queried. */
async function lookUp(): Promise<string> {
  try {
    await dns.promises.lookup("localhost");
    return "Allowed: to look up a name";
  } catch {
    return attempt(() => dns.lookup("localhost", () => undefined), makeResolver);
  }
}

function makeResolver(): void {
  new dns.Resolver().setServers(["127.0.0.1"]);
}

/** A datagram to an unused address. */
function sendDatagram(): void {
  const socket = createSocket("udp4");
  socket.once("error", () => undefined);
  socket.send("words of a file", discard, "127.0.0.1", () => socket.close());
}

/** Calls the internal function with which a server listens. */
function listenBelow(): void {
  const server: Server = createServer();
  const begin: unknown = Reflect.get(server, "_listen2");
  if (typeof begin !== "function") throw new TypeError("It does not exist.");
  Reflect.apply(begin, server, ["127.0.0.1", 0, 4, 1]);
  server.close();
}

function makeHandle(): void {
  const make: unknown = Reflect.get(net, "_createServerHandle");
  if (typeof make !== "function") throw new TypeError("It does not exist.");
  const handle: unknown = Reflect.apply(make, net, ["127.0.0.1", 0, 4]);
  if (typeof handle !== "object" || handle === null) throw new TypeError("It does not exist.");
  Reflect.apply(Reflect.get(handle, "close") as () => void, handle, []);
}

interface Pipe {
  connect(request: object, path: string): number;
  bind(path: string): number;
  close(): void;
}

/** Returns the classes of open pipe handles, which can connect to sockets in the file system. */
function pipes(): readonly (new (kind: number) => Pipe)[] {
  const active = Reflect.get(process, "_getActiveHandles") as () => readonly object[];
  const handles = Reflect.apply(active, process, []).map((socket): unknown => Reflect.get(socket, "_handle"));
  return handles
    .filter((handle): handle is object => typeof handle === "object" && handle !== null)
    .map((handle) => handle.constructor as new (kind: number) => Pipe)
    .filter(({ name }) => name === "Pipe");
}

function usePipe(use: (pipe: Pipe, request: Pipe) => number): void {
  const [kind] = pipes();
  if (kind === undefined) throw new TypeError("It does not exist.");
  const [pipe, request] = [new kind(0), new kind(0)];
  try {
    use(pipe, request);
  } finally {
    pipe.close();
    request.close();
  }
}

/** Paths that do not exist. Nothing is created there. */
const reachNames: readonly (() => unknown)[] = [
  () => usePipe((pipe) => pipe.bind(join(tmpdir(), "reader-testkit-absent", "name"))),
  () => usePipe((pipe, request) => pipe.connect(request, join(tmpdir(), "reader-testkit-absent"))),
];

const callingOutMembers: readonly Described[] = [
  { name: "connects", does: "Connects to the network.", expected: refused, read: doing(connectAnywhere) },
  { name: "listens", does: "Waits for connections.", expected: refused, read: doing(() => attempt(listen)) },
  {
    name: "looks-up-names",
    does: "Resolves a name, which could contain words of the file.",
    expected: refused,
    read: doing(lookUp),
  },
  { name: "sends-datagrams", does: "Sends a datagram.", expected: refused, read: doing(() => attempt(sendDatagram)) },
  {
    name: "makes-handles",
    does: "Listens and connects with the handles behind sockets.",
    expected: refused,
    read: doing(() => attempt(listenBelow, makeHandle, ...reachNames)),
  },
];

/** Handlers that try to escape through the network. */
export const callingOut: readonly Misbehaviour[] = family("escaping", callingOutMembers);
