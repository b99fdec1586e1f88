import module, { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

/**
 * Takes away what would lead around the permissions of this process: threads of their own and hooks of the module
 * loader run without them. The watching thread runs by now; nobody else gets one.
 */
export function lockDoors(): void {
  const refuse = function refuse(): never {
    throw Object.assign(new Error("A handler may start no thread."), { code: "ERR_ACCESS_DENIED" });
  };
  for (const [owner, name] of [
    [threads, "Worker"],
    [module, "register"],
    [module, "registerHooks"],
  ] as const) {
    if (name in owner) Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });
  }
  syncBuiltinESMExports();
}
