import type { HandlerEvent } from "@reader/core";
import type { Read, RightOutcome, Stage } from "./misbehaviour.ts";

/** What a deed gives: words for the answer, or nothing. */
export type Deed = (stage: Stage) => string | undefined | void | Promise<string | undefined | void>;

/** One good line, with the number of the process, and then the deed; what it tells becomes the rest of the text. */
export function doing(deed: Deed): Read {
  return async function* read(stage) {
    yield* before();
    const told = await deed(stage);
    if (typeof told === "string") yield { type: "text", text: `${told}\n` };
  };
}

/** One good line, and then something that is given as an event, whatever it is. */
export function giving(make: () => unknown): Read {
  return async function* read() {
    yield* before();
    yield make() as HandlerEvent;
  };
}

/** A line that must not be lost, and the time to send it. */
export async function* before(): AsyncGenerator<HandlerEvent> {
  yield { type: "text", text: `Before the deed, in process ${process.pid}.\n` };
  await turn();
}

/** The number of the process in which a misbehaviour ran, as far as its text tells. */
export function processOf(text: string): number | undefined {
  const found = /^Before the deed, in process (\d+)\.$/m.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** One turn of the event loop, in which what was written goes out. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** A promise that nothing settles, in a process that stays alive for it. */
export function never(): Promise<never> {
  return new Promise<never>(() => {
    setInterval(() => undefined, 60_000);
  });
}

/** Gives no control back. */
export function loopForEver(): never {
  for (let count = 0; count >= 0; count = (count + 1) % 1000);
  throw new Error("It came to the end of a loop without one.");
}

/** Throws anything, also what is no error. */
export function raise(thrown: unknown): never {
  throw thrown;
}

/** Tries each, and tells of the first that worked. */
export function attempt(...deeds: readonly (() => unknown)[]): string {
  for (const deed of deeds) {
    try {
      deed();
      return `Allowed: ${String(deed)}`;
    } catch {
      continue;
    }
  }
  return "Refused.";
}

/** What a reader must make of a handler that tries the ways out: it tells that none is open. */
export const refused: RightOutcome = { endings: ["answered"], says: /Refused\./, hides: /Allowed/ };
