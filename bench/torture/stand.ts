import { anthropic, createReader, type InfoOutcome, type ReadOutcome } from "@reader/core";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Case } from "./cases.ts";
import type { CreateHandlers, HandlerOptions } from "./handlers.ts";
import { endingOf, faultsOf, signatureOf, wordsOf, type Fault, type Secrets } from "./judge.ts";

/** What became of one case. */
export interface Observation {
  readonly id: string;
  /** `complete`, `partial`, `info`, the code of an error, or `rejected`. */
  readonly ending: string;
  readonly ms: number;
  readonly faults: readonly Fault[];
  /** What a model sees. */
  readonly words: string;
  /** The name of the handler that answered; empty if the read failed. */
  readonly handler: string;
}

/** A reader over a workspace of its own, through which cases go one after the other. */
export interface Stand {
  observe(each: Case, secrets: Secrets): Promise<Observation>;
  close(): Promise<void>;
}

/** How a stand is set up. */
export interface StandOptions extends HandlerOptions {
  readonly createHandlers: CreateHandlers;
  readonly documentTimeMs: number;
}

/** Creates a stand. Nothing is started before the first case. */
export function createStand(options: StandOptions): Stand {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "reader-torture-root-")));
  const { handlers, close } = options.createHandlers(options);
  const budget = { documentTimeMs: options.documentTimeMs };
  const reader = createReader({ roots: [root], handlers, budget, capabilities: anthropic });
  let count = 0;
  return {
    async observe({ id, name, make, verb, request }, secrets) {
      // A folder each: names are shown, and must be the same each time, and what is kept of an earlier file must not count.
      const folder = String((count += 1)).padStart(9, "0");
      const file = `${folder}/${name}`;
      const path = join(root, file);
      mkdirSync(join(root, folder));
      writeFileSync(path, make());
      const startedAt = performance.now();
      try {
        const outcome: ReadOutcome | InfoOutcome = await reader[verb]({ ...request, path: file });
        const ms = performance.now() - startedAt;
        const words = wordsOf(outcome).replaceAll(file, name);
        const handler = outcome.ok && "handler" in outcome ? (outcome.handler ?? "") : "";
        return { id, ending: endingOf(outcome), ms, faults: faultsOf(outcome, secrets), words, handler };
      } catch (error) {
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
        const fault: Fault = { kind: "rejected", signature: signatureOf(message), message };
        return { id, ending: "rejected", ms: performance.now() - startedAt, faults: [fault], words: "", handler: "" };
      } finally {
        rmSync(join(root, folder), { recursive: true, force: true });
      }
    },
    async close() {
      await reader.close();
      await close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
