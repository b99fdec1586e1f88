import { guardAddons } from "./guard-addons.ts";
import { hideFiles } from "./hide-files.ts";
import { lockNetwork } from "./lock-network.ts";
import { lock, refusal, type Refusal } from "./lock.ts";

// An import makes Node evaluate all that a module of its own exports, before a child may start.
const module = process.getBuiltinModule("node:module");
const os = process.getBuiltinModule("node:os");
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
