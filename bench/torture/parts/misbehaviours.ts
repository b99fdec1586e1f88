import { isolate } from "@reader/isolate";
import { createArena, misbehaviours as all } from "@reader/testkit";
import type { Fault } from "../judge.ts";
import type { Part } from "./part.ts";

const megabyte = 1_000_000;
const limits = {
  hastyTimeMs: 700,
  patientTimeMs: 20_000,
  maxMemoryBytes: 320 * megabyte,
  maxOutputBytes: 64 * megabyte,
};
/** Beyond each limit, for a busy machine. */
const graceMs = 20_000;

/** Handlers that throw, hang, hoard, die, print, flood, leak, escape: each gives one right answer, and the next is sound. */
export const misbehaviours: Part = {
  name: "misbehaviours",
  about: "handlers that mean harm, each in a process of its own",
  weight: 3,
  async run({ deadline, counter, findings, options }) {
    const { maxMemoryBytes, maxOutputBytes } = limits;
    const arena = createArena((handlers) => isolate(handlers, { limits: { maxMemoryBytes, maxOutputBytes } }), {
      limits,
      graceMs,
    });
    const add = (fault: Fault, name: string): void =>
      findings.add(fault, `misbehaviour ${name}`, { format: undefined, ids: [] });
    try {
      const first = options.seed % all.length;
      for (const misbehaviour of [...all.slice(first), ...all.slice(0, first)].slice(0, options.count)) {
        if (Date.now() >= deadline) {
          counter.note(`the time was over before all ${all.length} misbehaviours were tried`);
          break;
        }
        const startedAt = performance.now();
        const faults = (await arena.faultsOf(misbehaviour).catch((error: unknown) => [String(error)])).map(asFault);
        const sound = JSON.stringify(await arena.readSound()) === JSON.stringify(await arena.expectedSound());
        const message = "the sound file after it was answered wrongly";
        if (!sound) faults.push({ kind: "wrong-canary", signature: misbehaviour.name, message });
        counter.count(misbehaviour.family, performance.now() - startedAt, faults);
        for (const fault of faults)
          add({ ...fault, message: `${misbehaviour.name}: ${fault.message}` }, misbehaviour.name);
      }
    } finally {
      await arena.close();
    }
  },
};

function asFault(message: string): Fault {
  return { kind: "bad-answer", signature: message.slice(0, 100), message };
}
