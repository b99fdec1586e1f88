import dgram from "node:dgram";
import module, { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import os from "node:os";
import threads from "node:worker_threads";

/**
 * Takes away what leads around the permissions of this process, or past them: threads of their own and hooks of the
 * module loader run without them; signals, the debugger and priorities reach other processes, the parent first; and the
 * network is a permission of Node 25 and later only. The watching thread runs by now; nobody else gets one.
 */
export function lockDoors(): void {
  const noThread = refusal("A handler may start no thread.");
  const noNetwork = refusal("A handler may use no network.");
  const noOthers = refusal("A handler may touch no other process.");
  lock(threads, { Worker: noThread });
  lock(module, { register: noThread, registerHooks: noThread });
  lock(net.Socket.prototype, { connect: noNetwork });
  lock(net.Server.prototype, { listen: noNetwork });
  lock(dgram.Socket.prototype, { bind: noNetwork, connect: noNetwork, send: noNetwork });
  lock(os, { setPriority: noOthers });
  lock(process, { _kill: ownSignals(noOthers), _debugProcess: noOthers });
  syncBuiltinESMExports();
}

type Refusal = () => never;

function refusal(message: string): Refusal {
  return function refuse() {
    throw Object.assign(new Error(message), { code: "ERR_ACCESS_DENIED" });
  };
}

/** What `process.kill` sends signals through. */
type SendSignal = (id: number, signal: number) => number;

/** A process may end itself, in whatever way; nothing of it may reach another. */
function ownSignals(refuse: Refusal): SendSignal {
  const send = Reflect.get(process, "_kill") as SendSignal;
  const ownId = process.pid;
  return (id, signal) => (id === ownId ? send(ownId, signal) : refuse());
}

function lock(owner: object, doors: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(doors)) {
    if (name in owner) Object.defineProperty(owner, name, { value, writable: false, configurable: false });
  }
}
