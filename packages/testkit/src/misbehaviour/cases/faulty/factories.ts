import { loopForEver, raise } from "../misbehaviour.ts";

/** Throws instead of making a handler. */
export function throwing(): never {
  return raise(new Error("no handler today"));
}

/** Makes nothing. */
export function nothing(): undefined {
  return undefined;
}

/** Returns a handler with an unknown contract version. */
export function fromTheFuture(): object {
  return { specVersion: 99, name: "future", mediaTypes: ["application/x-misbehaviour"], read: () => [] };
}

/** Makes a handler that cannot read. */
export function withoutRead(): object {
  return { specVersion: 1, name: "illiterate", mediaTypes: ["application/x-misbehaviour"] };
}

/** Never comes back with a handler. */
export function looping(): never {
  return loopForEver();
}

/** No factory. */
export const noFunction: number = 42;
