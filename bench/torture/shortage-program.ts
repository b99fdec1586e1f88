import { anthropic, createReader } from "@reader/core";
import { readdirSync } from "node:fs";
import type { CreateHandlers } from "./handlers.ts";
import { endingOf, faultsOf, wordsOf } from "./judge.ts";

// Reads every file of a folder at once, and prints what came of each as a line of JSON. It is started with too few
// descriptors or too little memory.
const [folder = ".", handlersModule = ""] = process.argv.slice(2);
const { createHandlers } = (await import(handlersModule)) as { readonly createHandlers: CreateHandlers };
const { handlers, close } = createHandlers({ isInProcess: false, maxProcesses: 4 });
// Time is no part of this: the machine may be busy.
const budget = { documentTimeMs: 200_000, textTimeMs: 200_000, outlineTimeMs: 200_000 };
const reader = createReader({ roots: [folder], handlers, capabilities: anthropic, budget });
await Promise.all(
  readdirSync(folder).map(async (name) => {
    const startedAt = performance.now();
    try {
      const outcome = await reader.read({ path: name });
      print({
        name,
        ending: endingOf(outcome),
        ms: performance.now() - startedAt,
        faults: faultsOf(outcome, []),
        words: wordsOf(outcome).slice(0, 2000),
      });
    } catch (error) {
      const fault = { kind: "rejected", signature: "rejected", message: String(error) };
      print({ name, ending: "rejected", ms: performance.now() - startedAt, faults: [fault], words: "" });
    }
  }),
);
await reader.close();
await close();

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
