// An import makes Node evaluate all that a module of its own exports, before a child may start.
const fs = process.getBuiltinModule("node:fs");
const module = process.getBuiltinModule("node:module");
const os = process.getBuiltinModule("node:os");
const path = process.getBuiltinModule("node:path");
const v8 = process.getBuiltinModule("node:v8");
const threads = process.getBuiltinModule("node:worker_threads");

/**
 * Takes away what leads around the permissions of this process, or past them: threads of their own and hooks of the
 * module loader run without them; signals, the debugger and priorities reach other processes, the parent first; the
 * engine's own flags make it write files; native code from outside of the packages; and the network. The watching
 * thread runs by now; nobody else gets one.
 */
export function lockDoors({ pipe, addonFolders }: DoorKeys): void {
  const noThread = refusal("A handler may start no thread.");
  const noOthers = refusal("A handler may touch no other process, and stop none.");
  lock(threads, { Worker: noThread });
  lock(module, { register: noThread, registerHooks: noThread });
  lock(os, { setPriority: noOthers });
  lock(process, { _kill: ownSignals(noOthers), _debugProcess: noOthers });
  lock(v8, { setFlagsFromString: speedFlags(refusal("A handler may set no flag of V8 but those of its compilers.")) });
  guardAddons(addonFolders);
  lockNetwork(pipe);
  hideFiles();
  module.syncBuiltinESMExports();
}

/** What the locks need to know of this process. */
export interface DoorKeys {
  /** The handle of the channel. */
  readonly pipe: object | undefined;
  /** The folders from which native code may be loaded, by their real paths. */
  readonly addonFolders: readonly string[];
}

/** What `process.kill` sends signals through. */
type SendSignal = (id: number, signal: number) => number;

/**
 * A process may end itself, in whatever way; nothing of it may reach another. Nor may it stand still: a process that is
 * stopped outlives its parent, because its watching thread is stopped, too.
 */
function ownSignals(refuse: Refusal): SendSignal {
  const send = Reflect.get(process, "_kill") as SendSignal;
  const ownId = process.pid;
  // Without a prototype, as below.
  const stops = Object.create(null) as Record<number, true>;
  for (const name of stopSignals) stops[os.constants.signals[name]] = true;
  return (id, signal) => {
    // What the system makes of it, made once: an object could be another number the second time.
    const number = signal | 0;
    return id === ownId && !(number in stops) ? send(ownId, number) : refuse();
  };
}

/** Those that Windows does not have are undefined there, and nobody can send them. */
const stopSignals = ["SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU"] as const;

/**
 * Flags that say when which compiler works and nothing else. Others name files that V8 writes, switch on what it writes
 * to files of its own naming, or take its safeguards away.
 */
const compilerFlags = [
  "wasm-lazy-validation",
  "wasm-lazy-compilation",
  "wasm-tier-up",
  "wasm-dynamic-tiering",
  "liftoff",
  "opt",
  "maglev",
  "sparkplug",
  "expose-gc",
].flatMap((name) => [`--${name}`, `--no-${name}`]);

/** Looked up in an object without a prototype: no function that a handler could replace has a say in it. */
function speedFlags(refuse: Refusal): typeof v8.setFlagsFromString {
  const set = v8.setFlagsFromString;
  const known = Object.create(null) as Record<string, true>;
  for (const flag of compilerFlags) known[flag] = true;
  return (flag) => (typeof flag === "string" && flag in known ? set(flag) : refuse());
}

/** `process.dlopen`: all that loads a `.node` file calls it, `require` and `import` too. */
type LoadAddon = (module: object, file: string, flags?: number) => void;

/**
 * Restricts native code to files whose real path lies in one of these folders, because Node's permission for it covers
 * every file that the user may read. The real path is also what is opened, so a link that is changed after the check
 * changes nothing. Everything used here was taken before the first code of a handler, and no method of an object that
 * a handler can replace is called.
 */
function guardAddons(folders: readonly string[]): void {
  const refuse = refusal("A handler may load native code only from its packages, and only if its origin declares it.");
  const load = Reflect.get(process, "dlopen") as LoadAddon;
  const realPath = fs.realpathSync.native;
  const { sep } = path;
  const longPath = Reflect.get(path, "toNamespacedPath") as (path: string) => string;
  const prefixes = folders.map((folder) => (folder.endsWith(sep) ? folder : folder + sep));
  const count = prefixes.length;
  const isAllowed = (file: string): boolean => {
    for (let index = 0; index < count; index += 1) if (startsWith(file, prefixes[index])) return true;
    return false;
  };
  lock(process, {
    dlopen(module: object, file: unknown, flags?: number): void {
      // An object could be another path the second time it is asked.
      if (typeof file !== "string" || count === 0) return refuse();
      const real = realPath(file);
      if (!isAllowed(real)) return refuse();
      if (flags === undefined) load(module, longPath(real));
      else load(module, longPath(real), flags);
    },
  });
}

/** By single characters: a handler can replace `startsWith` of all strings. */
function startsWith(text: string, prefix: string | undefined): boolean {
  if (prefix === undefined || prefix.length > text.length) return false;
  for (let index = 0; index < prefix.length; index += 1) if (text[index] !== prefix[index]) return false;
  return true;
}

/**
 * Takes the network away, which is a permission of Node 25 and later only: connecting, waiting for connections,
 * datagrams, and looking up names, which carries as much to whoever answers for a name. Below sockets there are handles
 * of the system, which any program can make that has one of their kind: `pipe` is that of the channel, and leads to
 * sockets with a name in the file system.
 */
function lockNetwork(pipe: object | undefined): void {
  const refuse = refusal("A handler may use no network.");
  const dgram = process.getBuiltinModule("node:dgram");
  const dns = process.getBuiltinModule("node:dns");
  const net = process.getBuiltinModule("node:net");
  lock(net.Socket.prototype, { connect: refuse });
  lock(net.Server.prototype, { listen: refuse, _listen2: refuse });
  lock(net, { _createServerHandle: refuse, BoundSocket: refuse });
  lock(dgram, { Socket: refuse, createSocket: refuse, _createSocketHandle: refuse });
  lockAll(dns, refuse);
  lockAll(dns.promises, refuse);
  const kind: unknown = pipe === undefined ? undefined : Object.getPrototypeOf(pipe);
  if (typeof kind === "object" && kind !== null) lock(kind, { connect: refuse, bind: refuse, listen: refuse });
}

/**
 * What a handler may not see does not exist for it. Node's answer to the question whether a file exists is an error
 * where it may not be read, which nobody expects: what loads native code asks for files of the system, to learn which
 * build it needs, and would fail.
 */
function hideFiles(): void {
  const { existsSync } = fs;
  Object.assign(fs, {
    existsSync(path: string): boolean {
      try {
        return existsSync(path);
      } catch {
        return false;
      }
    },
  });
}

/** What stands where a door was. */
type Refusal = () => never;

/** Refuses as Node does what its permissions do not give. */
function refusal(message: string): Refusal {
  return function refuse() {
    throw Object.assign(new Error(message), { code: "ERR_ACCESS_DENIED" });
  };
}

/** Puts something else in the place of what an object has, for good. What this Node does not have is left out. */
function lock(owner: object, doors: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(doors)) {
    if (name in owner) Object.defineProperty(owner, name, { value, writable: false, configurable: false });
  }
}

/** Locks everything of a module that can be called. */
function lockAll(owner: object, refuse: Refusal): void {
  const names = Object.keys(owner).filter((name) => typeof Reflect.get(owner, name) === "function");
  lock(owner, Object.fromEntries(names.map((name) => [name, refuse])));
}
