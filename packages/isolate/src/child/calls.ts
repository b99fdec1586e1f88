import type { CallAnswer, ChildMessage, PackedError } from "../channel/messages.ts";
import type { Connection } from "./connection.ts";

/** What came back from the parent. */
export interface Answer {
  readonly value: CallAnswer;
  readonly tail: Uint8Array;
}

/** Wishes that go to the parent and wait for an answer. */
export interface Calls {
  /** Sends the message that `make` makes of the number of the call, and the bytes that go with it. */
  ask(make: (call: number) => ChildMessage, bytes?: Uint8Array): Promise<Answer>;
  answer(call: number, answer: Answer): void;
  refuse(call: number, error: PackedError): void;
  /** A number for a call that is made in another way. */
  nextNumber(): number;
  /** The error that a call was refused with, known from now on as a refusal. */
  revived(call: number, packed: PackedError): Error;
  /** The call whose refusal an error is, so that it can go back as it came. */
  refusalOf(error: unknown): number | undefined;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** No calls yet. */
export function createCalls(connection: Connection): Calls {
  const waiting = new Map<number, Waiting>();
  const refusals = new WeakMap<object, number>();
  let last = 0;
  const revived = (call: number, packed: PackedError): Error => {
    const error = revive(packed);
    refusals.set(error, call);
    return error;
  };
  const take = (call: number): Waiting | undefined => {
    const found = waiting.get(call);
    waiting.delete(call);
    return found;
  };
  return {
    ask: (make, bytes) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        connection.send(make(last), bytes);
      }),
    answer: (call, answer) => take(call)?.resolve(answer),
    refuse: (call, packed) => take(call)?.reject(revived(call, packed)),
    nextNumber: () => (last += 1),
    revived,
    refusalOf: (error) => (typeof error === "object" && error !== null ? refusals.get(error) : undefined),
  };
}

/** An error of the parent, as the handler would have met it without isolation. */
export function revive(packed: PackedError): Error {
  if (packed.kind === "read-error") {
    const { code, message, hint, details } = packed;
    return Object.assign(new Error(message), { "~reader": "ReadError", name: "ReadError", code, hint, details });
  }
  if (packed.kind !== "other") return new Error("The reader failed.");
  const { name, message, code } = packed;
  if (name === "AbortError" || name === "TimeoutError") return new DOMException(message, name);
  const error = name === "RangeError" ? new RangeError(message) : new Error(message);
  return code === undefined ? error : Object.assign(error, { code });
}
