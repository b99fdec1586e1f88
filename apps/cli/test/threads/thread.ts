// A thread that does what it is told, and says what came of it. Everything it loads is built, as in a program.
import { parentPort, workerData } from "node:worker_threads";
import { createReader, createSession, type Handler } from "@reader/core";
import { pdf } from "@reader/handler-pdf";
import { isolate } from "@reader/isolate";
import { allHandlers, fixtures, readAllFormats } from "./formats.ts";

/** What a thread can be told. */
export interface ThreadOrder {
  readonly task: keyof typeof tasks;
  /** The absolute path of a PDF file, for tasks with one. */
  readonly path?: string;
}

const { task, path = `${fixtures}demo/report.pdf` } = workerData as ThreadOrder;
const say = (words: unknown): void => parentPort?.postMessage(words);

const tasks = {
  readsAll: () => readAllFormats(allHandlers()),
  async readsAllIsolated() {
    const isolation = isolate(allHandlers(), { resolveFrom: import.meta.url });
    const answers = await readAllFormats(isolation.handlers);
    await isolation.close();
    return answers;
  },
  async readsOne() {
    const reader = createReader({ roots: ["/"], handlers: [pdf()] });
    return reader.read({ path });
  },
  async readsTwice() {
    const reader = createReader({ roots: [fixtures], handlers: [pdf()] });
    const session = createSession();
    const first = await reader.read({ path }, { session });
    const second = await reader.read({ path }, { session });
    return [first, second].map((outcome) => outcome.ok && outcome.status);
  },
  async aborts() {
    const controller = new AbortController();
    const once = whenFirstComes(() => controller.abort());
    const reader = createReader({ roots: [fixtures], handlers: [once] });
    const outcome = await reader.read({ path }, { signal: controller.signal });
    const next = await createReader({ roots: [fixtures], handlers: [pdf()] }).read({ path });
    return [outcome, next].map((each) => (each.ok ? each.status : each.error.code));
  },
  /** Never comes to an end by itself. */
  async goesOn() {
    for (;;) {
      const handlers = [whenFirstComes(() => say("reading"))];
      await createReader({ roots: [fixtures], handlers }).read({ path });
    }
  },
} as const;

/** The handler of PDF files, which calls `act` as soon as the first event of a document is there. */
function whenFirstComes(act: () => void): Handler {
  const handler = pdf();
  return {
    ...handler,
    async *read(source, context) {
      for await (const event of handler.read(source, context)) {
        act();
        yield event;
      }
    },
  };
}

say(await tasks[task]());
