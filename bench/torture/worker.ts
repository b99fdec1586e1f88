import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createBatchReader } from "./batch.ts";
import { caseById, trialCase } from "./case-by-id.ts";
import { formatsOf } from "./formats.ts";
import type { CreateHandlers } from "./handlers.ts";
import type { Secrets } from "./judge.ts";
import { outsideFile } from "./mutators/nasty.ts";
import { createStand } from "./stand.ts";
import type { Order, WorkerOptions, WorkerReport } from "./worker-messages.ts";

// A process that reads cases, so that whatever they do to it is seen from outside. It gets its options as an argument,
// then orders, one after the other.
const options = JSON.parse(process.argv[2] ?? "{}") as WorkerOptions;
const { createHandlers } = (await import(options.handlersModule)) as { readonly createHandlers: CreateHandlers };
const formats = formatsOf(options.fixtures);
const stand = createStand({ ...options, createHandlers, maxProcesses: 1 });
const outsideSecret = `outside${options.secret.toUpperCase()}`;
const secrets: Secrets = [
  ["the environment of the reader", options.secret],
  ["a file outside the workspace", outsideSecret],
];
mkdirSync(dirname(outsideFile), { recursive: true });
writeFileSync(outsideFile, `${outsideSecret}\n`);
const batches = createBatchReader(stand, secrets);
process.on("message", (order: Order) => void obey(order));
process.on("disconnect", () => process.exit(1));
report({ type: "ready" });

async function obey(order: Order): Promise<void> {
  if (order.type === "end") {
    await stand.close();
    report({ type: "ended" });
    process.disconnect();
    return;
  }
  const format = formats.find(({ name }) => name === order.format);
  const cases =
    order.type === "try" ? order.trials.map(trialCase) : order.ids.map((id) => caseById(id, { formats, ...options }));
  await batches.run(format, cases, {
    begins: (id) => report({ type: "begins", id }),
    ends: ({ words, ...observation }) =>
      report({
        type: "ends",
        observation: order.type === "try" ? { ...observation, words } : { ...observation, words: "" },
      }),
  });
  report({ type: "done", memory: memory() });
}

function memory(): { readonly heapBytes: number; readonly residentBytes: number } {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapBytes: heapUsed + external, residentBytes: rss };
}

function report(message: WorkerReport): void {
  process.send?.(message);
}
