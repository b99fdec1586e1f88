// `getBuiltinModule`, because an import would make Node evaluate every export before the child can start.
const fs = process.getBuiltinModule("node:fs");
const module = process.getBuiltinModule("node:module");
const os = process.getBuiltinModule("node:os");
const path = process.getBuiltinModule("node:path");
const v8 = process.getBuiltinModule("node:v8");
const threads = process.getBuiltinModule("node:worker_threads");

/**
 * Removes what bypasses the permissions of this process: threads and module hooks, which run without them; signals, the
 * debugger and priorities, which reach other processes; V8 flags that write files; native code from outside the
 * packages; and the network. The watchdog thread is already running.
 */
export function harden({ pipe, addonFolders }: HardenOptions): void {
  const noThreads = refusal("A handler must not start threads.");
  const noOthers = refusal("A handler must not signal, debug or stop a process.");
  lock(threads, { Worker: noThreads });
  lock(module, { register: noThreads, registerHooks: noThreads });
  lock(os, { setPriority: noOthers });
  lock(process, { _kill: ownSignals(noOthers), _debugProcess: noOthers });
  lock(v8, { setFlagsFromString: speedFlags(refusal("A handler may set only compiler flags of V8.")) });
  guardAddons(addonFolders);
  lockNetwork(pipe);
  hideFiles();
  module.syncBuiltinESMExports();
}

/** What hardening needs to know about this process. */
export interface HardenOptions {
  /** The system handle of the channel. */
  readonly pipe: object | undefined;
  /** The real paths of the folders that native code may be loaded from. */
  readonly addonFolders: readonly string[];
}

/** The internal function behind `process.kill`. */
type SendSignal = (id: number, signal: number) => number;

/**
 * Allows a process to end itself, but not to signal others. Stop signals are refused too: a stopped process outlives
 * its parent, because its watchdog thread is stopped as well.
 */
function ownSignals(refuse: Refusal): SendSignal {
  const send = Reflect.get(process, "_kill") as SendSignal;
  const ownId = process.pid;
  // No prototype, as below.
  const stops = Object.create(null) as Record<number, true>;
  for (const name of stopSignals) stops[os.constants.signals[name]] = true;
  return (id, signal) => {
    // Converted once: an object could convert to another number the second time.
    const number = signal | 0;
    return id === ownId && !(number in stops) ? send(ownId, number) : refuse();
  };
}

/** On Windows these are undefined and cannot be sent. */
const stopSignals = ["SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU"] as const;

/** Flags that only control the compilers. Other flags name files that V8 writes, or remove its safeguards. */
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

/** Uses an object without a prototype, so that no function that a handler could replace is called. */
function speedFlags(refuse: Refusal): typeof v8.setFlagsFromString {
  const set = v8.setFlagsFromString;
  const known = Object.create(null) as Record<string, true>;
  for (const flag of compilerFlags) known[flag] = true;
  return (flag) => (typeof flag === "string" && flag in known ? set(flag) : refuse());
}

/** `process.dlopen`, which `require` and `import` of a `.node` file call. */
type LoadAddon = (module: object, file: string, flags?: number) => void;

/**
 * Restricts native code to files whose real path is in one of these folders, because Node's permission covers every
 * file that the user may read. Opens the real path, so that changing a link after the check has no effect. Takes
 * everything it uses before the handler's code runs, and calls no method that a handler can replace.
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
      // An object could convert to another path the second time.
      if (typeof file !== "string" || count === 0) return refuse();
      const real = realPath(file);
      if (!isAllowed(real)) return refuse();
      if (flags === undefined) load(module, longPath(real));
      else load(module, longPath(real), flags);
    },
  });
}

/** Compares characters, because a handler can replace `String.prototype.startsWith`. */
function startsWith(text: string, prefix: string | undefined): boolean {
  if (prefix === undefined || prefix.length > text.length) return false;
  for (let index = 0; index < prefix.length; index += 1) if (text[index] !== prefix[index]) return false;
  return true;
}

/**
 * Blocks the network, for which only Node 25 and later have a permission: connecting, listening, datagrams, and name
 * lookups, which can carry data. Handles below sockets are blocked too: any code can create one from the prototype of
 * an existing handle such as `pipe`, the channel, which could reach named sockets in the file system.
 */
function lockNetwork(pipe: object | undefined): void {
  const refuse = refusal("A handler must not use the network.");
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
 * Makes `existsSync` return false for files that may not be read. Node throws instead, which loaders of native code do
 * not expect when they probe system files to choose a build.
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

/** A function that replaces a blocked function. */
type Refusal = () => never;

/** Creates a function that throws the error Node uses for a denied permission. */
function refusal(message: string): Refusal {
  return function refuse() {
    throw Object.assign(new Error(message), { code: "ERR_ACCESS_DENIED" });
  };
}

/** Replaces properties permanently. Skips properties that this version of Node does not have. */
function lock(owner: object, doors: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(doors)) {
    if (name in owner) Object.defineProperty(owner, name, { value, writable: false, configurable: false });
  }
}

/** Blocks every function of a module. */
function lockAll(owner: object, refuse: Refusal): void {
  const names = Object.keys(owner).filter((name) => typeof Reflect.get(owner, name) === "function");
  lock(owner, Object.fromEntries(names.map((name) => [name, refuse])));
}

/**
 * Watches what the language and Node provide. A library that replaces or removes any of it breaks later documents, often
 * only now and then: with `setImmediate` gone, a document hangs only if the process is slow enough to need it.
 */
interface BuiltinWatch {
  /** Records the present state, once. Later calls do nothing. */
  begin(): void;
  /** True if a function that was recorded has been replaced or removed, or every object has a new property. */
  isAltered(): boolean;
}

/** A function or getter, and where it belongs. */
interface Recorded {
  readonly owner: object;
  readonly key: PropertyKey;
  readonly code: unknown;
}

/** Taken before the handler's code runs; nothing else that a handler can replace is used to compare. */
const { getOwnPropertyDescriptor, getPrototypeOf, is } = Object;
const { ownKeys } = Reflect;

/** Creates a watch that has recorded nothing. */
export function createBuiltinWatch(): BuiltinWatch {
  let recorded: readonly Recorded[] | undefined;
  let sharedKeys = 0;
  return {
    begin() {
      recorded ??= builtinOwners().flatMap(codeOf);
      sharedKeys ||= ownKeys(Object.prototype).length;
    },
    isAltered() {
      if (recorded === undefined) return false;
      // No iterator: a handler can replace those, too.
      for (let index = 0; index < recorded.length; index += 1) {
        const { owner, key, code } = recorded[index] as Recorded;
        if (!is(codeAt(owner, key), code)) return true;
      }
      return ownKeys(sharedPrototype).length !== sharedKeys;
    },
  };
}

const sharedPrototype = Object.prototype;

/**
 * Interfaces of the global object for the network, which no handler may use. They are not recorded, because even a look
 * at one makes Node load its HTTP client, which takes 15 ms.
 */
const networkInterfaces: ReadonlySet<PropertyKey> = new Set([
  "CloseEvent",
  "EventSource",
  "FormData",
  "Headers",
  "MessageEvent",
  "Request",
  "Response",
  "WebSocket",
]);

/** The keys of an object that are recorded. */
function recordedKeys(owner: object): readonly PropertyKey[] {
  const keys = ownKeys(owner);
  return owner === globalThis ? keys.filter((key) => !networkInterfaces.has(key)) : keys;
}

/** The global object, every constructor and namespace in it, their prototypes, and those that have no name. */
function builtinOwners(): readonly object[] {
  const found = new Set<object>([process, process.getBuiltinModule("node:events").prototype]);
  const iterators = [[].values(), new Map().values(), new Set().values(), "".matchAll(/./g)];
  for (const each of [(async function* () {})(), ...iterators]) found.add(getPrototypeOf(each) as object);
  // Getters of the global object load parts of Node on first use and replace themselves.
  const values = recordedKeys(globalThis).map((key) => getOwnPropertyDescriptor(globalThis, key)?.value as unknown);
  for (const value of [globalThis, getPrototypeOf(Uint8Array), ...values]) {
    if (!isOwner(value)) continue;
    found.add(value);
    const prototype: unknown = getOwnPropertyDescriptor(value, "prototype")?.value;
    if (isOwner(prototype)) found.add(prototype);
  }
  return [...found];
}

function isOwner(value: unknown): value is object {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}

/** The functions and getters of an object. Other values, such as `Error.stackTraceLimit`, are there to be set. */
function codeOf(owner: object): readonly Recorded[] {
  return recordedKeys(owner).flatMap((key) => {
    const code = codeAt(owner, key);
    return typeof code === "function" ? [{ owner, key, code }] : [];
  });
}

/** The function or getter at a key. The getters of the global object count as nothing, see above. */
function codeAt(owner: object, key: PropertyKey): unknown {
  const descriptor: { readonly value?: unknown; readonly get?: unknown } | undefined = getOwnPropertyDescriptor(
    owner,
    key,
  );
  if (descriptor === undefined) return undefined;
  return descriptor.value ?? (owner === globalThis ? undefined : descriptor.get);
}
