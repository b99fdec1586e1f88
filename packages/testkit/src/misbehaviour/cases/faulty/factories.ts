import { loopForEver, raise } from "../misbehaviour.ts";

/** Throws instead of making a handler. */
export function throwing(): never {
  return raise(new Error("no handler today"));
}

/** Returns undefined. */
export function nothing(): undefined {
  return undefined;
}

/** Returns a handler with an unknown contract version. */
export function fromTheFuture(): object {
  return { specVersion: 99, name: "future", mediaTypes: ["application/x-misbehaviour"], read: () => [] };
}

/** Returns a handler without `read`. */
export function withoutRead(): object {
  return { specVersion: 1, name: "illiterate", mediaTypes: ["application/x-misbehaviour"] };
}

/** Never returns. */
export function looping(): never {
  return loopForEver();
}

/** Not a function. */
export const noFunction: number = 42;
